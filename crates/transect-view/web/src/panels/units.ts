/** Returns the unit of areas, to follow a number. */
export function areaUnit(unit: string): string {
  return unit ? ` ${unit}²` : "";
}
