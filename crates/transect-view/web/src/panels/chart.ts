/**
 * The positions of the curve of areas on its chart. The curve and its levels have offsets: h for the plane n·p = h, where n
 * is the normal of their request. The chart shows heights, which are lengths. If an equation is multiplied by 2, the
 * offsets double and the heights stay.
 */
import type { InsideRule, Level, PlaneInfo, Point } from "../api";
import { height, rising } from "../planes";
import { length } from "../vectors";

/** The distance of the chart's ends from its borders in pixels: half the width of the slider's thumb. */
export const THUMB = 8;

/** Returns the key of the question for a curve. Its offsets depend on the length of the normal, and so does the key. */
export function curveKey(normal: Point, inside: InsideRule): string {
  return [...rising(normal), inside].join();
}

/** Returns the height of the plane at an offset along a normal. */
export function heightOf(offset: number, normal: Point): number {
  return offset / length(rising(normal));
}

/** Returns the function from heights to positions in pixels, on a chart of this width that shows this range of heights. */
export function chartScale([from, to]: readonly [number, number], width: number): (at: number) => number {
  const reach = width - 2 * THUMB;
  return (at) => THUMB + ((at - from) / (to - from || 1)) * reach;
}

/** Returns the place in the list of the level that a plane lies in, or −1. */
export function levelOf(levels: readonly Level[], plane: PlaneInfo): number {
  const offset = height(plane) * length(rising(plane.normal));
  return levels.findIndex((level) => level.height === offset);
}
