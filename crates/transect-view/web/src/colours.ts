/** Colours of objects: by object, by side, by class, or by a region. */
import type { RegionAnswer } from "./api";
import type { Mark } from "./mark";
import type { Answers, Store } from "./state";
import { css, theme } from "./theme";

export type Rgb = [number, number, number];

/** Six hues of Okabe and Ito, which people with colour blindness can distinguish, and then two hues between them. */
const HUES = ["#0073b3", "#e59e00", "#009e73", "#cc78a6", "#57b5e8", "#d65e00", "#7a68c4", "#8a9a2b"];

/** The hues of building parts, by patterns of their classes, as in the command's drawings. */
const BUILDING: [RegExp, string][] = [
  [/^Ifc(Space|Zone|SpatialZone|Opening|Voiding)/, "#9db4c8"],
  [/^Ifc(CurtainWall|Plate)/, "#2f8f8f"],
  [/^IfcWall/, "#707c88"],
  [/^Ifc(Slab|Footing|Pile|Foundation)/, "#a08a5c"],
  [/^IfcRoof/, "#b5653a"],
  [/^IfcColumn/, "#4d5863"],
  [/^Ifc(Beam|Member|Reinforcing|Tendon)/, "#4f7da3"],
  [/^Ifc(Stair|Ramp)/, "#8560a8"],
  [/^IfcRailing/, "#a07cc0"],
  [/^IfcDoor/, "#d99a20"],
  [/^IfcWindow/, "#3a9ad9"],
  [/^Ifc(Furni|SystemFurniture)/, "#a3759a"],
  [/^IfcCovering/, "#c9b068"],
  [/^Ifc(Flow|Distribution|Pipe|Duct|Sanitary)/, "#1f9a78"],
];

function building(name: string): Rgb | null {
  const known = BUILDING.find(([pattern]) => pattern.test(name));
  return known ? parse(known[1]) : null;
}

export interface Paint {
  /** The strong colour of each object, which caps, lists and the section use. */
  strong: readonly Rgb[];
  /** The softer colour of each object, which is used for its surface. */
  body: readonly Rgb[];
}

export function parse(text: string): Rgb {
  const hex = text.replace("#", "");
  const full = hex.length === 3 ? [...hex].map((digit) => digit + digit).join("") : hex;
  const value = Number.parseInt(full, 16);
  return [(value >> 16) & 255, (value >> 8) & 255, value & 255];
}

export function write(rgb: Rgb, alpha = 1): string {
  return alpha === 1 ? `rgb(${rgb.join(" ")})` : `rgb(${rgb.join(" ")} / ${alpha})`;
}

export function mix(a: Rgb, b: Rgb, share: number): Rgb {
  const at = (part: 0 | 1 | 2) => Math.round(a[part] + (b[part] - a[part]) * share);
  return [at(0), at(1), at(2)];
}

const SIDES: Record<string, string> = { f: "--front", o: "--on", b: "--back" };
const REGION: Record<string, string> = { i: "--region-inside", m: "--region-meets", o: "--region-outside" };

let known: { of: unknown[]; paint: Paint } | null = null;

/** The mark of an element that shows the colours. */
export type Coloured = Mark<Answers, "section" | "region">;

/** What the colours of the objects depend on. */
interface Told {
  region: RegionAnswer | null;
  /** The sides of the objects; null if the colours do not depend on them. */
  sides: string | null;
}

/**
 * Returns the colours of all objects, for a marked element: they are those of the newest answers. They are computed again
 * only if something that they depend on has changed.
 */
export function paint(store: Store, mark: Coloured): Paint {
  const { model, view } = store;
  const told = { region: mark.newest("region"), sides: view.colours === "side" ? (mark.newest("section")?.sides ?? null) : null };
  const of = [model, told.region, view.colours, told.sides, theme()];
  if (!known?.of.every((value, at) => value === of[at])) known = { of, paint: computed(store, told) };
  return known.paint;
}

function computed(store: Store, told: Told): Paint {
  const { objects } = store.model;
  const solid = parse(css("--solid"));
  const named = hues(store, told);
  const strong: Rgb[] = [];
  const body: Rgb[] = [];
  const calm = told.region ? 0.35 : store.view.colours === "side" ? 0.5 : objects.length === 1 ? 1 : 0.68;
  for (let index = 0; index < objects.length; index++) {
    const hue = named(index);
    strong.push(hue);
    body.push(mix(hue, solid, calm));
  }
  return { strong, body };
}

function hues(store: Store, { region, sides }: Told): (index: number) => Rgb {
  const { objects } = store.model;
  const { colours } = store.view;
  if (region) {
    const named = new Map(Object.entries(REGION).map(([letter, name]) => [letter, parse(css(name))]));
    const differs = parse(css("--differs"));
    return (index) => {
      const exact = region.exact[index] ?? "o";
      return exact === region.conservative[index] ? named.get(exact)! : differs;
    };
  }
  if (colours === "side") {
    const named = new Map(Object.entries(SIDES).map(([letter, name]) => [letter, parse(css(name))]));
    const unknown = parse(css("--solid"));
    return (index) => named.get(sides?.[index] ?? "") ?? unknown;
  }
  const palette = HUES.map(parse);
  if (colours === "class") {
    const classes = [...new Set(objects.map((object) => object.class ?? ""))].sort();
    const hues = new Map(classes.map((name, number) => [name, building(name) ?? shade(palette, number)]));
    return (index) => hues.get(objects[index]!.class ?? "")!;
  }
  const cap = parse(css("--cap"));
  return objects.length === 1 ? () => cap : (index) => shade(palette, index);
}

/** Returns a lighter or darker variant of a hue, for a number beyond the end of the palette. */
function shade(palette: Rgb[], number: number): Rgb {
  const hue = palette[number % palette.length]!;
  const round = Math.floor(number / palette.length) % 3;
  if (round === 1) return mix(hue, [255, 255, 255], 0.35);
  return round === 2 ? mix(hue, [20, 30, 40], 0.3) : hue;
}
