/** The data of planes that the answers have brought, by the requests for these planes. They depend on nothing else. */
import type { Plane, PlaneInfo } from "./api";
import { guess, ordinary } from "./planes";

/** The largest number of planes that are kept. */
const LIMIT = 200;

export class KnownPlanes {
  private readonly known = new Map<string, PlaneInfo>();
  /** The deeds that wait for the data of a plane. */
  private deeds: ((info: PlaneInfo) => void)[] = [];

  /** Returns the data of a plane, or null while the page does not know them. */
  of(plane: Plane): PlaneInfo | null {
    return this.known.get(JSON.stringify(plane)) ?? guess(plane);
  }

  /** Keeps the data of a plane. */
  add(plane: Plane, info: PlaneInfo): void {
    const oldest = this.known.keys().next();
    if (this.known.size >= LIMIT && !oldest.done) this.known.delete(oldest.value);
    this.known.set(JSON.stringify(plane), ordinary(info));
  }

  /** Calls `deed` with the data of a plane at once if they are known, and keeps it among those that wait if not. */
  when(plane: Plane, deed: (info: PlaneInfo) => void): void {
    const info = this.of(plane);
    if (info) deed(info);
    else this.deeds.push(deed);
  }

  /** Returns the deeds that wait, and keeps none. Each may show another plane, which the next one is about. */
  waiting(): ((info: PlaneInfo) => void)[] {
    return this.deeds.splice(0);
  }

  /** Forgets the deeds that wait, because another plane is shown. */
  forget(): void {
    this.deeds = [];
  }
}
