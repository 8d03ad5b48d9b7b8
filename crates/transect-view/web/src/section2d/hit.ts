/** Finds the loop and the vertex of the section at a position. Results are only for display. */
import { loopStart, type Section } from "../section";

/**
 * Returns the loop whose material contains the position: the innermost loop around it, unless this loop is a hole. Loops
 * of objects that are not drawn are left out.
 */
export function loopAt(section: Section, x: number, y: number, drawn: (object: number) => boolean = () => true): number | null {
  let best: number | null = null;
  for (let loop = 0; loop < section.loops.length; loop++) {
    if (!drawn(section.loops[loop]!.object) || !holds(section, loop, x, y)) continue;
    if (best === null || size(section, loop) < size(section, best)) best = loop;
  }
  return best !== null && section.loops[best]!.outer ? best : null;
}

function size(section: Section, loop: number): number {
  return Math.abs(section.loops[loop]!.area);
}

function holds({ points2d, ends }: Section, loop: number, x: number, y: number): boolean {
  const start = loop ? ends[loop - 1]! : 0;
  const end = ends[loop]!;
  let inside = false;
  let lastX = points2d[(end - 1) * 2]!;
  let lastY = points2d[(end - 1) * 2 + 1]!;
  for (let at = start; at < end; at++) {
    const nextX = points2d[at * 2]!;
    const nextY = points2d[at * 2 + 1]!;
    if (nextY > y !== lastY > y && x < ((lastX - nextX) * (y - nextY)) / (lastY - nextY) + nextX) inside = !inside;
    lastX = nextX;
    lastY = nextY;
  }
  return inside;
}

/** Returns the vertex of the section that is nearest to a position and within `reach`. */
export function vertexAt({ points2d }: Section, x: number, y: number, reach: number): [number, number] | null {
  let best: [number, number] | null = null;
  let nearest = reach;
  for (let at = 0; at < points2d.length; at += 2) {
    const far = Math.hypot(points2d[at]! - x, points2d[at + 1]! - y);
    if (far < nearest) {
      nearest = far;
      best = [points2d[at]!, points2d[at + 1]!];
    }
  }
  return best;
}

/** Returns the bounding box of one object's loops in the section. */
export function boxOf(section: Section, object: number): { min: [number, number]; max: [number, number] } | null {
  const min: [number, number] = [Infinity, Infinity];
  const max: [number, number] = [-Infinity, -Infinity];
  section.loops.forEach((loop, index) => {
    if (loop.object !== object) return;
    for (let at = loopStart(section, index); at < section.ends[index]!; at++) {
      for (const axis of [0, 1] as const) {
        const value = section.points2d[at * 2 + axis]!;
        min[axis] = Math.min(min[axis], value);
        max[axis] = Math.max(max[axis], value);
      }
    }
  });
  return min[0] <= max[0] ? { min, max } : null;
}
