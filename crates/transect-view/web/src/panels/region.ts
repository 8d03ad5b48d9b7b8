/** The region tool: classifies objects by a box of six planes or by the view of a camera. */
import { postJson, type Bounds, type Plane, type Point, type RegionAnswer } from "../api";
import { button, clear, make, spoken } from "../dom";
import { about, Mark } from "../mark";
import { Questions } from "../questions";
import type { Answers, Store } from "../state";
import { rounded, stepOf } from "../planes";
import { whole } from "../vectors";
import type { Region } from "../view";

/** The time in milliseconds after which the request counts as lost. */
const TIME = 15_000;
const AXES = ["x", "y", "z"] as const;

export class RegionPanel {
  readonly element = make("div", { class: "region" });
  private readonly switch: HTMLButtonElement;
  private readonly body = make("div", { class: "region-body" });
  private readonly fields: HTMLInputElement[] = [];
  private readonly sliders: HTMLInputElement[] = [];
  private readonly answers = make("div", { class: "answers", "aria-live": "polite" });
  private readonly source = make("p", { class: "muted" });
  private readonly file = make("input", { type: "file", accept: ".json,application/json", id: "camera", class: "visually-hidden" });
  private readonly questions: Questions<"region", Region, RegionAnswer>;
  private readonly mark: Mark<Answers, "region">;
  private asked: Region | null = null;
  /** The reason why a chosen file is not a camera. */
  private wrong = "";

  constructor(private readonly store: Store) {
    this.switch = button("Box of six planes", { title: "Classify objects by a box", key: "B", pressed: false, id: "region-switch" }, () => this.toggle());
    const file = make("label", { class: "button", for: "camera", text: "Camera from a file…" });
    this.element.append(
      make("p", { class: "hint", text: "Classifies the objects by a box or by the view of a camera: inside, meets the border, or outside." }),
      make("div", { class: "row" }, this.switch, this.file, file),
      this.body,
    );
    this.file.addEventListener("change", () => void this.readCamera());
    this.body.append(this.source, this.boxFields(), this.answers);
    about("view", this.body);
    this.mark = new Mark(store, ["region"], this.answers, { host: this.element, name: "The region" });
    const fetch = (region: Region, signal: AbortSignal, revision: number) => postJson<RegionAnswer>("api/region", question(region), signal, revision);
    this.questions = new Questions(store, "region", fetch, TIME);
    let last: unknown = null;
    store.on("truth", () => {
      const { answer, refusal } = store.truth.parts.region;
      if (last === (refusal ?? answer)) return;
      last = refusal ?? answer;
      store.tell("region");
      this.draw();
    });
    store.on("view", () => this.follow());
    this.draw();
    this.follow();
  }

  toggle(): void {
    this.wrong = "";
    this.store.change({ region: this.store.view.region ? null : { box: this.middle() } });
  }

  private middle(): Bounds {
    const { min, max } = this.store.model.manifest.bounds;
    const at = (share: number): Point => {
      const value = (axis: 0 | 1 | 2) => rounded(min[axis] + (max[axis] - min[axis]) * share, this.step(axis));
      return [value(0), value(1), value(2)];
    };
    return { min: at(0.25), max: at(0.75) };
  }

  private step(axis: number): number {
    const { min, max } = this.store.model.manifest.bounds;
    return stepOf([min[axis]!, max[axis]!]);
  }

  private boxFields(): HTMLElement {
    const rows = AXES.map((name, axis) => {
      const ends = [0, 1].map((end) => {
        const label = `${end ? "Greatest" : "Least"} ${name}`;
        const field = make("input", { type: "number", class: "number", step: "any", "aria-label": label });
        const slider = make("input", { type: "range", "aria-label": label, step: this.step(axis) });
        const { min, max } = this.store.model.manifest.bounds;
        slider.min = String(rounded(min[axis]!, this.step(axis)) - this.step(axis));
        slider.max = String(rounded(max[axis]!, this.step(axis)) + this.step(axis));
        field.addEventListener("change", () => this.edit(axis, end, Number(field.value), false));
        slider.addEventListener("input", () => this.edit(axis, end, Number(slider.value), true));
        slider.addEventListener("change", () => this.store.keep());
        this.fields.push(field);
        this.sliders.push(slider);
        return make("div", { class: "end" }, slider, field);
      });
      return make("div", { class: "axis" }, make("strong", { class: `axis-${name}`, text: name }), ...ends);
    });
    return make("div", { class: "box-fields" }, ...rows);
  }

  private edit(axis: number, end: number, value: number, dragging: boolean): void {
    const { region } = this.store.view;
    if (!region || !("box" in region) || !Number.isFinite(value)) return;
    const box: Bounds = { min: [...region.box.min], max: [...region.box.max] };
    if (end === 0) {
      box.min[axis] = value;
      box.max[axis] = Math.max(box.max[axis]!, value);
    } else {
      box.max[axis] = value;
      box.min[axis] = Math.min(box.min[axis]!, value);
    }
    this.store.change({ region: { box } }, { dragging });
  }

  private async readCamera(): Promise<void> {
    const chosen = this.file.files?.[0];
    this.file.value = "";
    if (!chosen) return;
    this.wrong = "";
    try {
      const camera: unknown = JSON.parse(await chosen.text());
      this.store.change({ region: { camera, name: chosen.name } });
    } catch (error) {
      this.wrong = `${chosen.name} is not JSON: ${error instanceof Error ? error.message : error}`;
      this.draw();
    }
  }

  private follow(): void {
    const { region } = this.store.view;
    if (region === this.asked) return;
    this.asked = region;
    if (region) {
      const revision = this.store.number("region", JSON.stringify(question(region)));
      if (this.store.status("region") !== "answered") this.questions.request(region, revision);
    } else {
      this.questions.drop();
      this.store.hear({ type: "dropped", part: "region" });
    }
    this.store.tell("region");
    this.draw();
  }

  private draw(): void {
    const { region } = this.store.view;
    this.body.hidden = !region && !this.wrong;
    this.switch.textContent = region ? "Remove the region" : "Box of six planes";
    this.switch.setAttribute("aria-label", spoken(this.switch.textContent, "Classify objects by a box"));
    this.switch.setAttribute("aria-pressed", String(region !== null));
    const box = region && "box" in region ? region.box : null;
    (this.body.querySelector(".box-fields") as HTMLElement).hidden = !box;
    if (box) {
      [...AXES.keys()].forEach((axis) => {
        [box.min, box.max].forEach((point, end) => {
          const at = axis * 2 + end;
          if (document.activeElement !== this.fields[at]) this.fields[at]!.value = String(point[axis]!);
          if (document.activeElement !== this.sliders[at]) this.sliders[at]!.value = String(point[axis]!);
        });
      });
    }
    this.source.textContent = region && "camera" in region ? `Camera: ${region.name}` : "";
    this.source.hidden = !this.source.textContent;
    this.drawAnswers();
  }

  private drawAnswers(): void {
    const answer = this.mark.newest("region");
    const refusal = this.store.refusal("region");
    const wrong = this.wrong || (refusal ? [refusal.message, refusal.hint].filter(Boolean).join(" ") : "");
    if (wrong) {
      clear(this.answers, make("p", { class: "message bad", text: wrong }));
      return;
    }
    if (!answer) {
      clear(this.answers);
      return;
    }
    const { exact, conservative } = answer.counts;
    const row = (name: "inside" | "meets" | "outside", label: string) =>
      make("tr", {}, make("th", { scope: "row" }, make("span", { class: `swatch ${name}` }), label),
        make("td", { class: "number", text: whole(conservative[name]) }), make("td", { class: "number", id: `region-${name}`, text: whole(exact[name]) }));
    const different = [...answer.exact].map((letter, index) => (letter === answer.conservative[index] ? -1 : index)).filter((index) => index >= 0);
    const names = different.slice(0, 12).map((object) =>
      make("button", { type: "button", class: "link place", onclick: () => this.store.change({ selected: object }), text: this.store.model.name(object) }));
    clear(this.answers,
      make("table", {}, make("thead", {}, make("tr", {}, make("th", {}), make("th", { scope: "col", text: "plane by plane" }), make("th", { scope: "col", text: "exact" }))),
        make("tbody", {}, row("inside", "Inside"), row("meets", "Meets"), row("outside", "Outside"))),
      make("p", { class: "hint" }, different.length ? make("span", { class: "swatch differs" }) : null, different.length
        ? ` ${whole(different.length)} ${different.length === 1 ? "object passes the test plane by plane, but lies" : "objects pass the test plane by plane, but lie"} outside:`
        : " Both tests agree."),
      names.length ? make("div", { class: "row tight" }, ...names, different.length > names.length ? make("span", { class: "muted", text: "…" }) : null) : null);
  }
}

/** Returns the request; a box becomes six planes whose fronts face inward. */
function question(region: Region): unknown {
  if ("camera" in region) return { camera: region.camera };
  const planes: Plane[] = AXES.flatMap((name, axis) => [{ text: `${name}=${region.box.min[axis]}` }, { text: `${region.box.max[axis]}=${name}` }]);
  return { planes };
}
