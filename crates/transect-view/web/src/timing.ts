/** Measures the time between a user action and the new section, as `section` in the browser's performance timeline. */
import type { SectionSheet } from "./section2d/sheet";
import type { Store } from "./state";

export class Timing {
  private readonly channel = new MessageChannel();
  private waiting: { since: number; drawn: number; milliseconds: number }[] = [];
  private asked = false;

  constructor(store: Store, sheet: SectionSheet) {
    // This listener draws a new section in 2D, before other listeners run and before the 3D view is drawn.
    store.onAnswer = (section, question) => {
      sheet.take(section);
      this.waiting.push({ since: question.since, drawn: performance.now(), milliseconds: section.milliseconds });
      this.watch();
    };
    this.channel.port1.onmessage = () => this.painted();
  }

  /**
   * Records the time at which the next frame has been drawn. A message is sent while the frame is prepared, and arrives
   * after the frame is drawn.
   */
  private watch(): void {
    if (this.asked) return;
    this.asked = true;
    requestAnimationFrame(() => this.channel.port2.postMessage(null));
  }

  private painted(): void {
    this.asked = false;
    const now = performance.now();
    for (const { since, drawn, milliseconds } of this.waiting) {
      performance.measure("section", { start: since, end: now, detail: { drawn: drawn - since, server: milliseconds } });
    }
    this.waiting = [];
    if (performance.getEntriesByName("section").length > 2000) performance.clearMeasures("section");
  }
}
