/** For events that are dealt with where their consequence shows (a stream's error before its close). */
export function ignore(): void {
  // Nothing to do, on purpose.
}
