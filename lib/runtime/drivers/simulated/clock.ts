import { randomInt } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { DriverError } from '#lib/runtime/driver.ts';

/** Seconds of each call, the shortest and the longest (contract 3.1: provisioning takes 40 to 60). */
export const DURATIONS = {
  create: [40, 60],
  start: [10, 20],
  stop: [5, 10],
  reboot: [10, 15],
  destroy: [2, 5],
  createVolume: [2, 5],
  growVolume: [2, 5],
  deleteVolume: [1, 3],
  attachVolume: [2, 5],
  detachVolume: [2, 5],
  createSnapshot: [20, 40],
  restoreSnapshot: [20, 40],
  deleteSnapshot: [1, 3],
} as const satisfies Record<string, readonly [number, number]>;

/** Waits for the scaled time of a call. Rejects with ABORTED as soon as the signal fires. */
export async function passTime(call: keyof typeof DURATIONS, scale: number, signal: AbortSignal): Promise<void> {
  const [from, to] = DURATIONS[call];
  const milliseconds = randomInt(from * 1000, to * 1000 + 1) * scale;
  try {
    await wait(milliseconds, undefined, { signal });
  } catch {
    throw new DriverError('ABORTED', 'the call was aborted');
  }
}
