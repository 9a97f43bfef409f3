/** A listener for events whose consequence is handled elsewhere (a stream's error is followed by its close). */
export function ignore(): void {
  // Does nothing on purpose.
}
