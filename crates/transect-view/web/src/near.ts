/** An estimate of whether the server is near, from its response time. */

/** The longest response time of a server on this machine or next to it, in milliseconds. */
const NEAR = 6;

/** `true` after the first response of a server that is near. */
let near = false;

/** Returns `true` if sending is faster than compressing, judged by the fastest response so far. */
export function isNear(): boolean {
  const isFast = ({ requestStart, responseStart }: PerformanceResourceTiming) => requestStart > 0 && responseStart > 0 && responseStart - requestStart < NEAR;
  near ||= (performance.getEntriesByType("resource") as PerformanceResourceTiming[]).some(isFast);
  return near;
}
