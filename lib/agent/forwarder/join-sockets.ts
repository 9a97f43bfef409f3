import type { Socket } from 'node:net';

/** Passes bytes and ends of stream both ways; a connection that breaks breaks the other. Both should allow half-open. */
export function joinSockets(near: Socket, far: Socket): void {
  for (const [one, other] of [
    [near, far],
    [far, near],
  ] as const) {
    one.on('error', () => other.destroy());
    // After an orderly close the other side may still be sending what it was given.
    one.once('close', (broken: boolean) => broken && other.destroy());
    one.pipe(other);
  }
}
