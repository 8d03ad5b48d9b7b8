/** The unit of areas, after a number. */
export function areaUnit(unit: string): string {
  return unit ? ` ${unit}²` : "";
}
