/** The real clock, which nothing moves: signatures, leases, heartbeats, deadlines of jobs, rate windows. */
export function realNow(): Date {
  return new Date();
}
