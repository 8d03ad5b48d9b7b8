/** An estimate of whether the server is near, from its response time. */

/** The longest response time of a server on this machine or next to it, in milliseconds. */
const NEAR = 6;

/** Returns `true` if sending is faster than compressing, judged by the fastest response so far. */
export function isNear(): boolean {
  const answers = performance.getEntriesByType("resource") as PerformanceResourceTiming[];
  return answers.some(({ requestStart, responseStart }) => requestStart > 0 && responseStart > 0 && responseStart - requestStart < NEAR);
}
