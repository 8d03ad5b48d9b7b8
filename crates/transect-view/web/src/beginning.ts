/** The initial view of the page. */
import type { Manifest, State } from "./api";
import { axisPlane, rounded, stepOf } from "./planes";
import { START, type View } from "./view";

/**
 * Returns the initial view. Its plane is the plane of the command line, or else a level plane through a large section of
 * the model.
 */
export function beginning({ bounds, objects, start }: Manifest, state: State): View {
  const up = state.up ?? "z";
  const axis = { x: 0, y: 1, z: 2 }[up];
  const height = rounded(start.heights[axis]!, stepOf([bounds.min[axis]!, bounds.max[axis]!]));
  const plane = state.plane_request ?? axisPlane(up, height, true);
  const colours = objects.some((object) => object.class) ? "class" : "object";
  return { ...START, plane, colours, inside: state.inside };
}
