/** The names of saved files. They say which model and which plane the content is of. */

/** The greatest number of letters of the plane in a name. */
const LONG = 60;

/** Returns a name such as `office-z=1.2-section.svg`, of letters that all systems allow in file names. */
export function fileName(model: string, plane: string, file: string): string {
  const parts = [model.replace(/\.[^.]*$/, ""), plane.replaceAll(" ", "").slice(0, LONG), file];
  return parts.filter(Boolean).map((part) => part.replace(/[^\p{L}\p{N}=+.,*^_ -]/gu, "_")).join("-");
}
