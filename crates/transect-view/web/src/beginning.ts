/** The initial view of the page. */
import type { Manifest, State } from "./api";
import { axisPlane, rounded, stepOf } from "./planes";
import { centre } from "./vectors";
import { START, type View } from "./view";

/**
 * Returns the initial view. Its plane is the plane of the command line, or else the horizontal plane through the
 * model's middle.
 */
export function beginning({ bounds, objects }: Manifest, state: State): View {
  const middle = rounded(centre(bounds)[2], stepOf([bounds.min[2], bounds.max[2]]));
  const plane = state.plane_request ?? axisPlane("z", middle, true);
  const colours = objects.some((object) => object.class) ? "class" : "object";
  return { ...START, plane, colours };
}
