/** The model in 3D, with its plane, caps and handles. */
import { Vector3, type Ray } from "three";

import { persist, postJson, RequestError, type Bounds, type PlaneInfo, type Plane, type Point } from "./api";
import { paint, type Paint } from "./colours";
import { Mark } from "./mark";
import { onTheme } from "./theme";
import { Caps } from "./three/caps";
import { Gestures } from "./three/gestures";
import { Halves } from "./three/halves";
import { Lines } from "./three/lines";
import { POLES, type AxisView } from "./three/orbit";
import { pick, pickInTree, type Clip, type Hit } from "./three/pick";
import { Quality } from "./three/quality";
import { softwareGraphics } from "./three/graphics";
import { Sheet } from "./three/sheet";
import { Trail } from "./three/trail";
import { PickTree } from "./three/tree";
import type { SerializedBVH } from "three-mesh-bvh";
import type { Section } from "./section";
import { loopAt } from "./section2d/hit";
import { Stage } from "./three/stage";
import { ELSEWHERE } from "./stored";
import { color } from "./theme";
import { hasServer } from "./transport";
import type { Answers, Store } from "./state";
import { diagonal, dot, round125, scale, sub } from "./vectors";

/** The number of triangles above which a model is drawn with fewer triangles while something moves. */
const MANY = 150_000;
const DRAFT = 40_000;
/** The number of triangles that are drawn when nothing moves, in software rendering. */
const ENOUGH = 200_000;
const PAUSE = 350;
/** The time from the first picture until the tree for picking is built, in milliseconds. */
const TREE_DELAY = 1500;
/** The number of attempts of a snap, and the time of each in milliseconds. */
const SNAPS = 5;
const SNAP_TIME = 4000;

let early: Worker | null = null;

/** Starts the worker for the next 3D view. The start is slow, so it begins while the model is loading. */
export function startWorker(make: () => Worker): void {
  early ??= make();
}

export class View3d {
  readonly stage: Stage;
  readonly sheet: Sheet;
  readonly gestures: Gestures;
  readonly quality: Quality;
  private readonly halves: Halves;
  private readonly caps = new Caps();
  private readonly region = new Lines({ width: 2, color: color("--region-meets") });
  private readonly pins = new Lines({ width: 3, color: color("--accent"), overlay: true });
  private readonly trail: Trail;
  private pause = 0;
  private readonly size: number;
  private readonly software: boolean;
  /** Called with the number of drawn triangles if not all triangles of the model are drawn. */
  thinned: (drawn: number) => void = () => {};
  /** `true` after a snap: the wheel moves the plane until the next pointer action. */
  wheelMoves = false;
  private hoverAsked = 0;
  /** The tree for picking in a large model, after the worker has built it. */
  private tree: PickTree | null = null;
  private shown = "";
  private readonly mark: Mark<Answers, "section" | "region">;
  /** Called with a message about the triangle that a click snapped to. */
  snapped: (message: string, good: boolean) => void = () => {};

  constructor(
    host: HTMLElement,
    private readonly store: Store,
  ) {
    const { model } = store;
    this.software = softwareGraphics();
    const waits = this.software && model.triangles > ENOUGH * 1.5;
    this.derive(waits);
    this.stage = new Stage(host, !this.software || model.triangles <= MANY);
    this.stage.canvas.setAttribute("aria-label", "The model in 3D. W, A, S and D turn the view, plus and minus zoom, Enter snaps the plane to the face in the middle.");
    this.stage.canvas.setAttribute("role", "application");
    this.mark = new Mark(store, ["section", "region"], this.stage.canvas, { host, name: "The picture", older: (name) => store.older(name), keeps: true });
    this.size = diagonal(model.manifest.bounds) || 1;
    this.halves = new Halves(model, waits);
    this.trail = new Trail(this.stage);
    const coarse = (on: boolean, slow: boolean) => {
      this.halves.coarse(on, slow);
      this.caps.coarse(on && slow);
    };
    this.quality = new Quality(this.stage, coarse, this.software && model.triangles > 20_000);
    this.sheet = new Sheet(model.manifest.bounds);
    this.gestures = new Gestures(this.stage);
    this.stage.scene.add(this.halves.group, this.caps.group, this.sheet.group, this.region.object, this.pins.object);
    this.stage.orbit.contain(this.localBounds());
    this.stage.orbit.fit(this.localBounds());
    this.region.object.renderOrder = 6;
    this.pins.object.renderOrder = 10;
    this.stage.before.add(() => this.prepare());
    // Nothing is drawn until the model and its section are loaded, because an incomplete frame takes nearly as long as
    // a complete one.
    this.stage.held = true;
    // Record the time of the first frame that shows the model and its section, in the browser's performance timeline.
    const first = () => {
      if (!this.section) return;
      this.stage.after.delete(first);
      requestAnimationFrame(() =>
        requestAnimationFrame(() => {
          performance.mark("picture");
          store.pictured = true;
          store.tell("pictured");
        }),
      );
    };
    this.stage.after.add(first);
    this.stage.moved.add(() => this.eyeMoved());
    store.light = () => this.quality.slow;
    this.listen();
    this.repaint();
  }

  /** The section that is drawn. */
  get section(): Section | null {
    return this.mark.newest("section");
  }

  fit(): void {
    this.stage.orbit.fit(this.localBounds());
    this.eyeMoved();
  }

  look(view: AxisView): void {
    this.stage.orbit.look(view);
    this.fit();
  }

  focus(bounds: Bounds): void {
    const { model } = this.store;
    const local = { min: model.local(bounds.min), max: model.local(bounds.max) };
    this.stage.orbit.fit(local);
    this.stage.orbit.distance *= 1.6;
    this.eyeMoved();
  }

  /** Centres the view on a point and marks it. */
  show(point: Point): void {
    const { orbit } = this.stage;
    const local = this.store.model.local(point);
    orbit.target.set(...local);
    orbit.distance = Math.min(orbit.distance, this.size * 0.25);
    const reach = orbit.distance * 0.03;
    const ends = ([[1, 0, 0], [0, 1, 0], [0, 0, 1]] as Point[]).flatMap((axis) =>
      [-reach, reach].flatMap((by) => local.map((value, part) => value + by * axis[part]!)),
    );
    this.pins.set(ends);
    this.eyeMoved();
  }

  /** Called after the user has moved the camera. */
  eyeMoved(): void {
    this.store.eye = this.stage.orbit.eye;
    this.store.keepSoon();
    this.quality.move();
    this.dress();
  }

  turn(yaw: number, pitch: number): void {
    this.stage.orbit.rotate(yaw, pitch);
    this.eyeMoved();
  }

  /**
   * Returns the visible face or cut face at a position in the window. They take precedence over the translucent half,
   * unless nothing else is at the position.
   */
  hitAt(clientX: number, clientY: number): Hit | null {
    const solid = this.solidAt(clientX, clientY);
    const { section } = this;
    const { view } = this.store;
    if (solid || !section || view.halves !== "ghost") return solid;
    return this.pick(this.stage.ray(clientX, clientY), { ...this.local(section.plane), side: 1, drawn: (object) => this.store.drawn(object) });
  }

  /** Returns the face or cut face at a position that is drawn solid. The translucent half has no solid faces. */
  private solidAt(clientX: number, clientY: number): Hit | null {
    const { section } = this;
    const { view } = this.store;
    const ray = this.stage.ray(clientX, clientY);
    const drawn = (object: number) => this.store.visible(object) || object === view.selected;
    if (!section) return this.pick(ray, { normal: [0, 0, 1], offset: 0, side: 0, drawn });
    const { normal, offset } = this.local(section.plane);
    const hits = [this.pick(ray, { normal, offset, side: -1, drawn }), this.capAt(ray, drawn)];
    if (view.halves === "exploded") {
      const moved = ray.clone();
      moved.origin.sub(this.away());
      hits.push(this.pick(moved, { normal, offset, side: 1, drawn }), this.capAt(moved, drawn));
    }
    return hits.reduce((best, hit) => (hit && (!best || hit.distance <= best.distance) ? hit : best), null);
  }

  private pick(ray: Ray, clip: Clip): Hit | null {
    const { model } = this.store;
    return this.tree ? pickInTree(this.tree, model, ray, clip) : pick(model, ray, clip);
  }

  /** Returns the cut face (cap) that a ray meets. Its triangle is −1, because it is not a triangle of the model. */
  private capAt(ray: Ray, drawn: (object: number) => boolean): Hit | null {
    const section = this.section!;
    const { normal, offset } = this.local(section.plane);
    const falls = dot(normal, ray.direction.toArray());
    const distance = -(dot(normal, ray.origin.toArray()) + offset) / falls;
    if (!(distance > 0 && Number.isFinite(distance))) return null;
    const point = ray.origin.clone().addScaledVector(ray.direction, distance).toArray();
    const from = sub(this.store.model.world(point), section.frame.origin);
    const loop = loopAt(section, dot(from, section.frame.u), dot(from, section.frame.v), drawn);
    return loop === null ? null : { triangle: -1, object: section.loops[loop]!.object, distance };
  }

  /** Selects the object at a position in the window, or clears the selection. */
  private select(clientX: number, clientY: number): void {
    const object = this.hitAt(clientX, clientY)?.object ?? null;
    if (object !== this.store.view.selected) this.store.change({ selected: object });
  }

  /** Moves the plane exactly into the face at a position in the window. */
  async snap(clientX: number, clientY: number): Promise<void> {
    if (this.store.stored) {
      this.snapped(ELSEWHERE, false);
      return;
    }
    const hit = this.solidAt(clientX, clientY);
    if (!hit) {
      this.snapped("There is no solid face here. The plane snaps to faces behind it, not to the translucent half.", true);
      return;
    }
    const { model, view } = this.store;
    if (hit.triangle < 0) {
      this.snapped(`This is the cut face of ${model.name(hit.object)}; the plane lies in it already.`, true);
      return;
    }
    try {
      const question = { object: hit.object, triangle: hit.triangle };
      const ask = () => postJson<{ through: [Point, Point, Point]; plane: PlaneInfo }>("api/snap", question, hasServer() ? AbortSignal.timeout(SNAP_TIME) : undefined);
      const { through, plane } = await persist(ask, SNAPS);
      // The user has chosen another plane since the click.
      if (this.store.view.plane !== view.plane) return;
      this.store.change({ plane: { through, flip: false } }, { info: plane });
      this.wheelMoves = true;
      this.snapped(`The plane lies in a face of ${model.name(hit.object)}.`, true);
    } catch (error) {
      const refused = error instanceof RequestError && error.refuses;
      this.snapped(refused ? error.message : "The server does not respond; the plane has not moved.", false);
    }
  }

  setPlane(plane: Plane, since: number): void {
    this.store.change({ plane }, { dragging: true, since });
  }

  private local(plane: PlaneInfo): { normal: Point; offset: number } {
    const size = Math.hypot(...plane.normal);
    const { origin } = this.store.model.manifest;
    return { normal: scale(plane.normal, 1 / size), offset: (plane.offset + dot(plane.normal, origin)) / size };
  }

  private localBounds(): Bounds {
    const { model } = this.store;
    const { min, max } = model.manifest.bounds;
    return { min: model.local(min), max: model.local(max) };
  }

  private away(): Vector3 {
    const { section } = this;
    const { view } = this.store;
    if (!section || view.halves !== "exploded") return new Vector3();
    return new Vector3(...section.plane.unit_normal).multiplyScalar(view.explode * this.size);
  }

  private listen(): void {
    const { store } = this;
    store.on("section", () => this.takeSection());
    store.on("truth", () => this.release());
    store.on("view", () => this.whenPaused());
    store.on("look", () => store.moving || this.arrange());
    store.on("hover", () => this.repaint(false));
    store.on("region", () => this.takeRegion());
    store.on("moving", () => {
      this.quality.hold(store.moving);
      if (store.moving) return;
      clearTimeout(this.pause);
      this.arrange();
      if (!this.section?.complete || !this.store.settled) this.store.ask(undefined, true);
      this.stage.invalidate();
    });
    onTheme(() => {
      this.halves.restyle();
      this.caps.restyle();
      this.sheet.restyle();
      this.pins.color = color("--accent");
      this.region.color = color("--region-meets");
      this.repaint();
    });
    this.gestures.camera = (moving) => {
      if (moving) {
        this.wheelMoves = false;
        this.quality.move();
      } else this.quality.settle();
    };
    this.gestures.click = (event) => this.select(event.clientX, event.clientY);
    this.gestures.double = (event) => void this.snap(event.clientX, event.clientY);
    this.gestures.hover = (event) => this.hoverSoon(event);
    this.gestures.leave = () => {
      this.wheelMoves = false;
      store.hover(null);
    };
  }

  private takeSection(): void {
    const section = this.section!;
    if (section.complete) {
      this.followSection();
      return;
    }
    // The model has not been redrawn with this section yet, so the moved plane is drawn over its last frame.
    this.sheet.place(section.plane, this.up, this.store.model.manifest.origin);
    this.trail.draw(this.sheet.border);
  }

  private release(): void {
    if (!this.stage.held || !this.halves.group.visible || !(this.section || this.store.refusal("section"))) return;
    this.stage.held = false;
    // The first frame is drawn at low quality, like frames while the camera or the plane moves.
    this.quality.move();
  }

  /** Redraws the model with the newest section when the pointer pauses during a slow drag. */
  private whenPaused(): void {
    clearTimeout(this.pause);
    if (!this.store.moving || !this.quality.slow) return;
    this.pause = window.setTimeout(() => {
      if (!this.store.settled) this.whenPaused();
      else if (this.section?.complete === false) this.store.ask(undefined, true);
    }, PAUSE);
  }

  /** The direction that points up. */
  get up(): Point {
    return POLES[this.stage.orbit.up];
  }

  private followSection(): void {
    const section = this.section!;
    this.trail.clear();
    this.release();
    const { normal, offset } = this.local(section.plane);
    this.halves.cut(new Vector3(...normal), offset);
    this.sheet.place(section.plane, this.up, this.store.model.manifest.origin);
    this.dress();
    const colours = paint(this.store, this.mark);
    this.caps.set(section, colours, (object) => this.store.drawn(object));
    if (this.store.view.colours === "side") this.dye(colours);
    this.arrangeHalves();
    if (this.store.moving) this.quality.move();
    else this.stage.invalidate();
  }

  private arrange(): void {
    const { section } = this;
    const { view } = this.store;
    const shown = JSON.stringify([view.rooms, view.selected, view.hidden, view.only]);
    if (section && shown !== this.shown) this.caps.set(section, paint(this.store, this.mark), (object) => this.store.drawn(object));
    this.shown = shown;
    this.arrangeHalves();
    this.repaint();
  }

  private arrangeHalves(): void {
    const away = this.away();
    this.halves.show(this.store.view.halves, away);
    this.caps.explode(this.store.view.halves === "exploded" ? away : null);
  }

  private takeRegion(): void {
    const { model } = this.store;
    const region = this.mark.newest("region");
    const segments = region ? region.edges.flatMap((edge) => edge.flatMap((corner) => model.local(region.corners[corner]!))) : [];
    this.region.set(segments);
    this.repaint();
  }

  private repaint(caps = true): void {
    const colours = paint(this.store, this.mark);
    this.dye(colours);
    if (caps) this.caps.colour(colours);
    this.stage.invalidate();
  }

  private dye(colours: Paint): void {
    const { hovered, view } = this.store;
    this.halves.paint(colours, hovered, view.selected, (object) => this.store.drawn(object));
  }

  private dress(): void {
    this.sheet.dress(this.stage.orbit.unitsPerPixel * 64);
  }

  private prepare(): void {
    const { orbit } = this.stage;
    this.halves.parallel(orbit.parallel);
    this.caps.hatch(round125(orbit.unitsPerPixel * 14));
  }

  private hoverSoon(event: PointerEvent): void {
    if (this.gestures.dragging || (this.store.model.triangles > MANY * 2 && !this.tree)) return;
    const { clientX, clientY } = event;
    cancelAnimationFrame(this.hoverAsked);
    this.hoverAsked = requestAnimationFrame(() => this.store.hover(this.hitAt(clientX, clientY)?.object ?? null));
  }

  /** Starts the worker that makes a reduced mesh, and finds sharp edges unless there are too many triangles. */
  private derive(waits: boolean): void {
    const { positions, indices, owners, triangles } = this.store.model;
    const drafts = triangles > MANY ? [DRAFT] : [];
    if (waits) drafts.push(ENOUGH);
    const edges = triangles <= MANY * 2;
    const worker = early;
    early = null;
    if (!worker) return;
    const wantsTree = triangles > MANY;
    worker.onmessage = ({ data }: MessageEvent<{ thin?: Uint32Array<ArrayBuffer>; edges?: Uint32Array<ArrayBuffer>; done?: true; tree?: SerializedBVH }>) => {
      if (data.tree) {
        this.tree = new PickTree(data.tree, this.store.model);
        performance.mark("tree");
        worker.terminate();
        return;
      }
      if (data.thin) this.halves.thin(data.thin);
      if (data.edges) this.halves.sharpen(data.edges);
      if (data.done && !wantsTree) worker.terminate();
      this.release();
      if (data.done && this.halves.waits) this.thinned(this.halves.atRest);
      this.stage.invalidate();
    };
    if (wantsTree) this.store.on("pictured", () => setTimeout(() => worker.postMessage("tree"), TREE_DELAY));
    worker.postMessage({ positions, indices, owners, drafts, edges });
  }
}
