/** The stack of parallel sections: its button, the number of layers, and a slider from layer to layer. */
import { Asker } from "../asker";
import { button, make, press } from "../dom";
import { atHeight, extent, height, rising, stepOf } from "../planes";
import { askOutlines } from "../section";
import type { Store } from "../state";
import { onTheme } from "../theme";
import { outlineOf } from "../three/caps";
import { Stack } from "../three/stack";
import { short, unit } from "../vectors";
import type { View3d } from "../view3d";
import { MOST_LAYERS } from "../view";

const USUAL = 16;
/** The time in milliseconds after which the requests for the layers count as lost. */
const TIME = 60_000;

interface Question {
  key: string;
  planes: ReturnType<typeof atHeight>[];
}

export class LayersControl {
  readonly element: HTMLElement;
  private readonly switch = button("Layers", { title: "Draw the outlines of parallel sections", key: "N", pressed: false, class: "button raised", id: "layers" }, () => this.toggle());
  private readonly count = make("input", { type: "range", id: "layer-count", min: 2, max: MOST_LAYERS, step: 1, "aria-label": "Number of layers" });
  private readonly layer = make("input", { type: "range", id: "layer", min: 1, step: 1, "aria-label": "Layer in which the plane lies" });
  private readonly told = make("output", { class: "caption", for: "layer layer-count" });
  private readonly sliders = make("div", { class: "layer-sliders card" }, this.told, this.count, this.layer);
  private readonly stack = new Stack();
  private readonly ask: Asker<Question, Float32Array[]>;
  private key = "";
  private normal = "";

  constructor(
    private readonly view: View3d,
    private readonly store: Store,
  ) {
    this.element = make("div", { class: "layers" }, this.switch, this.sliders);
    view.stage.scene.add(this.stack.object);
    this.ask = new Asker(
      (question, signal) => this.fetch(question, signal),
      {
        answered: (layers, { key }) => key === this.key && this.show(layers),
        refused: () => this.show([]),
        lost: () => {},
      },
      TIME,
    );
    store.on("retry", () => this.ask.retry());
    this.count.addEventListener("input", () => store.change({ layers: Number(this.count.value) }, { dragging: true }));
    this.count.addEventListener("change", () => store.keep());
    this.layer.addEventListener("input", () => {
      const plane = this.planes()[Number(this.layer.value) - 1];
      if (plane) store.change({ plane }, { dragging: true });
    });
    this.layer.addEventListener("change", () => store.keep());
    for (const topic of ["view", "section", "pictured"] as const) store.on(topic, () => this.follow());
    onTheme(() => {
      this.key = "";
      this.follow();
    });
    this.follow();
  }

  toggle(): void {
    this.store.change({ layers: this.store.view.layers ? 0 : USUAL });
  }

  /** Returns the planes of the layers, at the middles of equal intervals of height. */
  private planes(): Question["planes"] {
    const { info, model, view } = this.store;
    if (!info) return [];
    const [from, to] = extent(model.manifest.bounds, info.normal);
    const step = stepOf([from, to]);
    return Array.from({ length: view.layers }, (_, layer) => atHeight(info, from + ((layer + 0.5) / view.layers) * (to - from), step));
  }

  /** Requests the layers when their number, their direction or the visible objects have changed. */
  private follow(): void {
    const { view, info, pictured, model } = this.store;
    press(this.switch, view.layers > 0);
    this.sliders.hidden = view.layers === 0;
    if (view.layers === 0) {
      if (this.key) this.show([]);
      this.key = "";
      this.normal = "";
      this.ask.drop();
      return;
    }
    if (!info || !pictured) return;
    const [from, to] = extent(model.manifest.bounds, info.normal);
    const at = Math.round(((height(info) - from) / (to - from || 1)) * view.layers + 0.5);
    this.count.value = String(view.layers);
    this.layer.max = String(view.layers);
    this.layer.value = String(Math.max(1, Math.min(view.layers, at)));
    this.told.value = `Layer ${this.layer.value} of ${view.layers}, every ${short((to - from) / view.layers, 3)}${model.unit ? ` ${model.unit}` : ""}`;
    const key = JSON.stringify([view.layers, unit(rising(info.normal)), view.rooms, view.hidden, view.only]);
    if (key === this.key) return;
    this.key = key;
    const normal = JSON.stringify(unit(rising(info.normal)));
    // Outlines of another direction are not shown beside the present plane.
    if (normal !== this.normal) this.show([]);
    this.normal = normal;
    this.ask.request({ key, planes: this.planes() });
  }

  private async fetch({ planes }: Question, signal: AbortSignal): Promise<Float32Array[]> {
    const layers: Float32Array[] = [];
    for (const plane of planes) {
      layers.push(outlineOf(await askOutlines(plane, "layers", signal), (object) => this.store.visible(object)));
    }
    return layers;
  }

  private show(layers: Float32Array[]): void {
    this.stack.set(layers);
    this.element.dataset.drawn = String(layers.length);
    this.view.stage.invalidate();
  }
}
