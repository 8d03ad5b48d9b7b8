/** The visible part of the section: a scale and a centre. The v axis of the section points up. */
export interface Box {
  min: [number, number];
  max: [number, number];
}

export class Window {
  /** The number of CSS pixels per unit of the section. */
  scale = 1;
  x = 0;
  y = 0;
  width = 1;
  height = 1;

  fit(box: Box, margin = 28): void {
    const across = Math.max(box.max[0] - box.min[0], 1e-12);
    const along = Math.max(box.max[1] - box.min[1], 1e-12);
    const bottom = 26;
    const free = Math.max(this.height - bottom, 40);
    this.scale = Math.min((this.width - 2 * margin) / across, (free - 2 * margin) / along);
    if (!(this.scale > 0)) this.scale = 1;
    this.x = (box.min[0] + box.max[0]) / 2;
    this.y = (box.min[1] + box.max[1]) / 2 - bottom / 2 / this.scale;
  }

  toPage(x: number, y: number): [number, number] {
    return [(x - this.x) * this.scale + this.width / 2, (this.y - y) * this.scale + this.height / 2];
  }

  fromPage(x: number, y: number): [number, number] {
    return [(x - this.width / 2) / this.scale + this.x, this.y - (y - this.height / 2) / this.scale];
  }

  pan(dx: number, dy: number): void {
    this.x -= dx / this.scale;
    this.y += dy / this.scale;
  }

  zoom(factor: number, x: number, y: number): void {
    const [u, v] = this.fromPage(x, y);
    this.scale = Math.max(1e-9, Math.min(1e12, this.scale * factor));
    this.x = u - (x - this.width / 2) / this.scale;
    this.y = v + (y - this.height / 2) / this.scale;
  }
}
