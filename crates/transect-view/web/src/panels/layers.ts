/** The stack of parallel sections: its button, the number of layers, a slider from layer to layer, and its files. */
import { CLIENT, layersAddress, postJson, type Layer, type Plane, type Point, type Stack as Answer } from "../api";
import { button, make, press, unavailable } from "../dom";
import { about, Mark } from "../mark";
import { axisOf, flip, height, rising } from "../planes";
import { Questions } from "../questions";
import { askOutlines } from "../section";
import type { Answers, Store } from "../state";
import { ELSEWHERE, isSame } from "../stored";
import { onTheme } from "../theme";
import { outlineOf } from "../three/caps";
import { Stack } from "../three/stack";
import { short, unit } from "../vectors";
import type { View3d } from "../view3d";
import { MOST_LAYERS } from "../view";

const USUAL = 16;
/** The time in milliseconds after which the requests for the layers count as lost. */
const TIME = 60_000;

/** The files of the layers, with the labels of their links. */
const FILES = [["sheet.svg", "Sheet"], ["contours.svg", "Contours"], ["layers.dxf", "DXF"], ["layers.geojson", "GeoJSON"], ["layers.csv", "CSV"], ["layers.json", "JSON"]] as const;

interface Question {
  /** The key of the planes alone: of their number and their direction. */
  planes: string;
  normal: Point;
  count: number;
}

let sequence = 0;

/** Returns `true` if two keys of planes have the same direction. */
function isAlong(one: string, other: string): boolean {
  return Boolean(one && other) && JSON.stringify(JSON.parse(one)[0]) === JSON.stringify(JSON.parse(other)[0]);
}

export class LayersControl {
  readonly element: HTMLElement;
  private readonly switch = button("Layers", { title: "Draw the outlines of parallel sections", key: "N", pressed: false, class: "button raised", id: "layers" }, () => this.toggle());
  private readonly count = make("input", { type: "range", id: "layer-count", min: 2, max: MOST_LAYERS, step: 1, "aria-label": "Number of layers" });
  private readonly layer = make("input", { type: "range", id: "layer", min: 1, step: 1, "aria-label": "Layer in which the plane lies" });
  private readonly told = make("output", { class: "caption", for: "layer layer-count" });
  private readonly files = FILES.map(([file, label]) => make("a", { class: "link", download: file, text: label, title: `Download ${file} of these layers` }));
  private readonly downloads = make("div", { class: "row tight", role: "group", "aria-label": "Download the layers" }, make("span", { class: "muted", text: "Save" }), ...this.files);
  /** The layer in which the plane lies, or which is nearest to it. */
  private readonly place = make("div", { class: "layer-place" }, this.told, make("label", { class: "row" }, make("span", { class: "muted", text: "Layer" }), this.layer));
  private readonly sliders = make("div", { class: "layer-sliders card" },
    make("label", { class: "row" }, make("span", { class: "muted", text: "Number" }), this.count),
    this.place,
    this.downloads);
  private readonly stack = new Stack();
  private readonly questions: Questions<"layers", Question, Answer>;
  private readonly mark: Mark<Answers, "layers">;
  private key = "";
  /** The outlines that are drawn. */
  private drawn: Float32Array[] = [];

  constructor(
    private readonly view: View3d,
    private readonly store: Store,
  ) {
    this.element = make("div", { class: "layers" }, this.switch, this.sliders);
    view.stage.scene.add(this.stack.object);
    if (store.stored) unavailable(this.switch, ELSEWHERE);
    about("view", this.count);
    // Outlines of other layers stay for as long as values keep their look.
    this.mark = new Mark(store, ["layers"], this.place, { changed: () => this.show() });
    this.questions = new Questions(store, "layers", (question, signal) => this.fetch(question, signal), TIME);
    store.on("truth", () => this.show());
    this.count.addEventListener("input", () => store.change({ layers: Number(this.count.value) }, { dragging: true }));
    this.count.addEventListener("change", () => store.keep());
    this.layer.addEventListener("input", () => {
      const layer = this.known[Number(this.layer.value) - 1];
      if (layer) store.change({ plane: this.facing(layer.plane) }, { dragging: true });
    });
    this.layer.addEventListener("change", () => store.keep());
    for (const topic of ["view", "section", "pictured"] as const) store.on(topic, () => this.follow());
    onTheme(() => {
      this.stack.set(this.drawn);
      view.stage.invalidate();
    });
    this.follow();
  }

  toggle(): void {
    if (this.store.lacksServer()) return;
    this.store.change({ layers: this.store.view.layers ? 0 : USUAL });
  }

  /** The layers of the present direction and number; empty until the server has answered. */
  private get known(): Layer[] {
    const newest = this.mark.newest("layers");
    return newest && newest.planes === this.planesKey() ? newest.layers : [];
  }

  private planesKey(): string {
    const { info, view } = this.store;
    // A plane of a layer has a normal of length one, up to rounding, so the key has fewer digits than numbers have.
    return info ? JSON.stringify([unit(rising(info.normal)).map((part) => part.toPrecision(12)), view.layers, view.limit, view.inside]) : "";
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
      this.key = "";
      this.questions.drop();
      this.store.hear({ type: "dropped", part: "layers" });
      return;
    }
    this.tell();
    const normal = info && rising(info.normal);
    this.downloads.hidden = !normal;
    FILES.forEach(([file], index) => {
      const link = this.files[index]!;
      link.download = this.store.fileName(file, normal ? `${view.layers}-along-${axisOf(normal)?.axis ?? normal.map((part) => short(part)).join(",")}` : "");
      if (normal) link.href = layersAddress(file, normal, view.layers, view);
    });
    if (!normal || !pictured) return;
    const planes = this.planesKey();
    const key = JSON.stringify([planes, view.rooms, view.hidden, view.only]);
    if (key === this.key) return;
    this.key = key;
    const revision = this.store.number("layers", key);
    if (this.store.status("layers") !== "answered") this.questions.request({ planes, normal, count: view.layers }, revision);
    this.tell();
  }

  /** Shows the number of the layer that is nearest to the plane, and its height. */
  private tell(): void {
    const { info, model, view } = this.store;
    this.count.value = String(view.layers);
    this.layer.max = String(view.layers);
    const { known } = this;
    this.layer.disabled = known.length === 0;
    if (!info || known.length === 0) {
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
    const { limit, inside } = this.store.view;
    const before = this.mark.newest("layers");
    let layers = before?.layers ?? [];
    if (planes !== before?.planes) {
      const body = { normal, count, on_plane: limit, inside, client: CLIENT, sequence: ++sequence };
      ({ layers } = await postJson<{ layers: Layer[] }>("api/layers", body, signal));
    }
    const outlines: Float32Array[] = [];
    for (const { plane } of layers) {
      outlines.push(outlineOf(await askOutlines(plane, "layers", signal), (object) => this.store.visible(object)));
    }
    return { planes, layers, outlines };
  }

  /** Draws the outlines of the layers. Older ones are drawn for a short wait, and only along the present normal. */
  private show(): void {
    const stack = this.mark.present("layers") ?? (this.mark.isShown ? null : this.mark.newest("layers"));
    const outlines = stack && isAlong(stack.planes, this.planesKey()) ? stack.outlines : [];
    if (outlines === this.drawn || (!outlines.length && !this.drawn.length)) return;
    this.drawn = outlines;
    this.stack.set(outlines);
    this.element.dataset.drawn = String(outlines.length);
    this.view.stage.invalidate();
    this.tell();
  }
}
