/** How far away the server is. */

/** Milliseconds within which a server answers that runs on this machine, or next to it. */
const NEAR = 6;

/** Whether sending is quicker than compressing: the quickest answer so far tells how far away the server is. */
export function isNear(): boolean {
  const answers = performance.getEntriesByType("resource") as PerformanceResourceTiming[];
  return answers.some(({ requestStart, responseStart }) => requestStart > 0 && responseStart > 0 && responseStart - requestStart < NEAR);
}
