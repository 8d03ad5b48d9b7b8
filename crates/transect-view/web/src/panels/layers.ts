/** The stack of parallel sections: its button, the number of layers, a slider from layer to layer, and its files. */
import { CLIENT, layersAddress, postJson, type Layer, type Plane, type Point } from "../api";
import { Asker } from "../asker";
import { button, make, press, unavailable } from "../dom";
import { flip, height, rising } from "../planes";
import { askOutlines } from "../section";
import type { Store } from "../state";
import { ELSEWHERE, isSame } from "../stored";
import { onTheme } from "../theme";
import { outlineOf } from "../three/caps";
import { Stack } from "../three/stack";
import { unit } from "../vectors";
import type { View3d } from "../view3d";
import { MOST_LAYERS } from "../view";

const USUAL = 16;
/** The time in milliseconds after which the requests for the layers count as lost. */
const TIME = 60_000;

/** The files of the layers, with the labels of their links. */
const FILES = [["sheet.svg", "Sheet"], ["contours.svg", "Contours"], ["layers.dxf", "DXF"], ["layers.geojson", "GeoJSON"], ["layers.csv", "CSV"], ["layers.json", "JSON"]] as const;

interface Question {
  key: string;
  /** The key of the planes alone: of their number and their direction. */
  planes: string;
  normal: Point;
  count: number;
}

interface Answer {
  layers: Layer[];
  outlines: Float32Array[];
}

let sequence = 0;

export class LayersControl {
  readonly element: HTMLElement;
  private readonly switch = button("Layers", { title: "Draw the outlines of parallel sections", key: "N", pressed: false, class: "button raised", id: "layers" }, () => this.toggle());
  private readonly count = make("input", { type: "range", id: "layer-count", min: 2, max: MOST_LAYERS, step: 1, "aria-label": "Number of layers" });
  private readonly layer = make("input", { type: "range", id: "layer", min: 1, step: 1, "aria-label": "Layer in which the plane lies" });
  private readonly told = make("output", { class: "caption", for: "layer layer-count" });
  private readonly files = FILES.map(([file, label]) => make("a", { class: "link", download: file, text: label, title: `Download ${file} of these layers` }));
  private readonly sliders = make("div", { class: "layer-sliders card" }, this.told,
    make("label", { class: "row" }, make("span", { class: "muted", text: "Number" }), this.count),
    make("label", { class: "row" }, make("span", { class: "muted", text: "Layer" }), this.layer),
    make("div", { class: "row tight", role: "group", "aria-label": "Download the layers" }, make("span", { class: "muted", text: "Save" }), ...this.files));
  private readonly stack = new Stack();
  private readonly ask: Asker<Question, Answer>;
  /** The layers of the present direction and number, and the key that they belong to. */
  private layers: { planes: string; layers: Layer[] } = { planes: "", layers: [] };
  private key = "";
  private normal = "";

  constructor(
    private readonly view: View3d,
    private readonly store: Store,
  ) {
    this.element = make("div", { class: "layers" }, this.switch, this.sliders);
    view.stage.scene.add(this.stack.object);
    if (store.stored) unavailable(this.switch, ELSEWHERE);
    this.ask = new Asker(
      (question, signal) => this.fetch(question, signal),
      {
        answered: ({ layers, outlines }, { key, planes }) => {
          if (key !== this.key) return;
          this.layers = { planes, layers };
          this.show(outlines);
          this.tell();
        },
        refused: () => this.show([]),
        lost: () => {},
      },
      TIME,
    );
    store.on("retry", () => this.ask.retry());
    this.count.addEventListener("input", () => store.change({ layers: Number(this.count.value) }, { dragging: true }));
    this.count.addEventListener("change", () => store.keep());
    this.layer.addEventListener("input", () => {
      const layer = this.known[Number(this.layer.value) - 1];
      if (layer) store.change({ plane: this.facing(layer.plane) }, { dragging: true });
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
    if (this.store.lacksServer()) return;
    this.store.change({ layers: this.store.view.layers ? 0 : USUAL });
  }

  /** The layers of the present direction and number; empty until the server has answered. */
  private get known(): Layer[] {
    return this.layers.planes === this.planesKey() ? this.layers.layers : [];
  }

  private planesKey(): string {
    const { info, view } = this.store;
    // A plane of a layer has a normal of length one, up to rounding, so the key has fewer digits than numbers have.
    return info ? JSON.stringify([unit(rising(info.normal)).map((part) => part.toPrecision(12)), view.layers, view.limit]) : "";
  }

  /** Returns the plane of a layer with its front on the same side as that of the present plane. */
  private facing(plane: Plane): Plane {
    const { info } = this.store;
    return info && rising(info.normal) !== info.normal ? flip(plane) : plane;
  }

  /** Requests the layers when their number, their direction or the visible objects have changed. */
  private follow(): void {
    const { view, info, pictured } = this.store;
    const none = view.layers === 0 || this.store.stored !== null;
    press(this.switch, !none);
    this.sliders.hidden = none;
    if (none) {
      if (this.key) this.show([]);
      this.key = "";
      this.normal = "";
      this.ask.drop();
      return;
    }
    if (!info || !pictured) return;
    this.tell();
    const planes = this.planesKey();
    const key = JSON.stringify([planes, view.rooms, view.hidden, view.only]);
    if (key === this.key) return;
    this.key = key;
    const normal = rising(info.normal);
    FILES.forEach(([file], index) => (this.files[index]!.href = layersAddress(file, normal, view.layers, view.limit)));
    // Outlines of another direction are not shown beside the present plane.
    const direction = unit(normal).map((part) => part.toPrecision(12)).join();
    if (direction !== this.normal) this.show([]);
    this.normal = direction;
    this.ask.request({ key, planes, normal, count: view.layers });
  }

  /** Shows the number of the layer that is nearest to the plane, and its height. */
  private tell(): void {
    const { info, model, view } = this.store;
    if (!info) return;
    this.count.value = String(view.layers);
    this.layer.max = String(view.layers);
    const { known } = this;
    this.layer.disabled = known.length === 0;
    if (known.length === 0) {
      this.told.value = `${view.layers} layers`;
      return;
    }
    // The heights of layers along an axis are coordinates, and those along another direction are lengths.
    const at = height(info);
    const distances = known.map((layer) => Math.abs(layer.height - at));
    const nearest = distances.indexOf(Math.min(...distances));
    this.layer.value = String(nearest + 1);
    // Heights along another direction than an axis are rounded, so equal equations decide, too.
    const isInLayer = distances[nearest] === 0 || isSame(view.plane, this.facing(known[nearest]!.plane));
    const text = `${known[nearest]!.text}${model.unit ? ` ${model.unit}` : ""}`.replaceAll(" ", "\u00a0");
    this.told.value = `${isInLayer ? "Layer" : "Nearest: layer"} ${nearest + 1} of ${view.layers}, ${text}`;
  }

  private async fetch({ planes, normal, count }: Question, signal: AbortSignal): Promise<Answer> {
    const { limit } = this.store.view;
    let { layers } = this.layers;
    if (planes !== this.layers.planes) {
      const body = { normal, count, on_plane: limit, client: CLIENT, sequence: ++sequence };
      ({ layers } = await postJson<{ layers: Layer[] }>("api/layers", body, signal));
    }
    const outlines: Float32Array[] = [];
    for (const { plane } of layers) {
      outlines.push(outlineOf(await askOutlines(plane, "layers", signal), (object) => this.store.visible(object)));
    }
    return { layers, outlines };
  }

  private show(layers: Float32Array[]): void {
    this.stack.set(layers);
    this.element.dataset.drawn = String(layers.length);
    this.view.stage.invalidate();
  }
}
