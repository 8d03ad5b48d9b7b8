/** Returns the unit of areas as text that follows a number. */
export function areaUnit(unit: string): string {
  return unit ? ` ${unit}²` : "";
}
