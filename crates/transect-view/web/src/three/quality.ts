/** The quality of the 3D view: full at rest, limited by a time budget per frame during movement. */
import type { Stage } from "./stage";

/** The longest desired frame time during movement, in milliseconds. */
const BUDGET = 14;
/** The frame time in milliseconds above which the model is not redrawn while a plane is dragged. */
const SLOW = 45;
const REST = 220;

export class Quality {
  /** `true` if frames are too slow to follow a drag. */
  slow: boolean;
  private moving = false;
  private held = false;
  private timer = 0;
  private share = 1;
  private waiting = false;
  private busy: { fence: WebGLSync; since: number } | null = null;

  constructor(
    private readonly stage: Stage,
    private readonly coarse: (on: boolean, slow: boolean) => void,
    software: boolean,
  ) {
    this.slow = software;
    stage.after.add(() => this.drawn());
  }

  /** Registers a movement. After a pause, the full picture is drawn, unless a drag is still in progress. */
  move(): void {
    if (!this.moving) {
      this.moving = true;
      this.coarse(true, this.slow);
      this.stage.quality = this.share;
    }
    clearTimeout(this.timer);
    if (!this.held) this.timer = window.setTimeout(() => this.settle(), REST);
    this.soon();
  }

  /** Starts or ends a drag. */
  hold(on: boolean): void {
    this.held = on;
    if (!on) this.settle();
  }

  /** Draws all triangles at full resolution. */
  settle(): void {
    clearTimeout(this.timer);
    if (!this.moving) return;
    if (this.busy && !this.finished()) {
      this.timer = window.setTimeout(() => this.settle(), 30);
      return;
    }
    this.moving = false;
    this.coarse(false, this.slow);
    this.stage.quality = 1;
    this.stage.invalidate();
  }

  /** Requests a frame after the previous one is finished, so that frames never queue up. */
  soon(): void {
    if (this.busy && !this.finished()) this.waiting = true;
    else this.stage.invalidate();
  }

  private drawn(): void {
    if (!this.moving || this.busy) return;
    const gl = this.stage.renderer.getContext() as WebGL2RenderingContext;
    const fence = gl.fenceSync(gl.SYNC_GPU_COMMANDS_COMPLETE, 0);
    if (!fence) return;
    gl.flush();
    this.busy = { fence, since: performance.now() };
    setTimeout(() => this.poll(), 4);
  }

  private poll(): void {
    if (!this.busy) return;
    if (!this.finished()) {
      setTimeout(() => this.poll(), 4);
      return;
    }
    if (this.waiting) {
      this.waiting = false;
      this.stage.invalidate();
    }
  }

  private finished(): boolean {
    if (!this.busy) return true;
    const gl = this.stage.renderer.getContext() as WebGL2RenderingContext;
    const { fence, since } = this.busy;
    if (gl.getSyncParameter(fence, gl.SYNC_STATUS) !== gl.SIGNALED) return false;
    gl.deleteSync(fence);
    this.busy = null;
    this.adapt(performance.now() - since);
    return true;
  }

  private adapt(milliseconds: number): void {
    const slow = milliseconds > (this.slow ? SLOW / 2 : SLOW);
    if (slow !== this.slow) {
      this.slow = slow;
      if (this.moving) this.coarse(true, slow);
    }
    const next = this.share * Math.sqrt(Math.max(0.4, Math.min(1.5, BUDGET / Math.max(milliseconds, 1))));
    const share = Math.max(0.4, Math.min(1, next));
    if (Math.abs(share - this.share) > 0.12) {
      this.share = share;
      if (this.moving) this.stage.quality = share;
    }
  }
}
