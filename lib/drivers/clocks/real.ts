/**
 * The time of the real clock, which is never moved: signatures, leases, heartbeats, deadlines of jobs, rate windows.
 */
export function realNow(): Date {
  return new Date();
}
