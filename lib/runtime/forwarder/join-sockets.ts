import type { Socket } from 'node:net';
import type { Side } from './side.ts';

/**
 * Passes bytes and ends of stream in both directions. When one connection breaks or is cut, the other is broken too.
 * Both should allow half-open.
 */
export function joinSockets(near: Socket, far: Socket): void {
  breakTogether(near, far);
  near.pipe(far);
  far.pipe(near);
}

/** Joins two connections that were taken over. */
export function joinSides(near: Side, far: Side): void {
  breakTogether(near.socket, far.socket);
  near.passTo(far.socket);
  far.passTo(near.socket);
}

function breakTogether(near: Socket, far: Socket): void {
  for (const [one, other] of [
    [near, far],
    [far, near],
  ] as const) {
    one.on('error', () => other.destroy());
    one.once('close', () => {
      // After an orderly close the other side may still be sending its remaining bytes.
      if (!one.readableEnded || !one.writableFinished) other.destroy();
    });
  }
}
