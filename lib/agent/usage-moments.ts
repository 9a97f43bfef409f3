/* When a host writes its machines' usage. All hosts at the same moment would be too much. */

/** How points are made, in seconds. */
export interface UsagePace {
  /** The step of one point: a multiple of ten. */
  readonly step: number;
  /** The points of about so many seconds are written together. An item of the table has those of two batches. */
  readonly batch: number;
}

/** Seconds between two samples. */
export const every = 10;

/** Moments, a batch apart, at which machines are rolled up. */
const rollUpMoments = 12;

/**
 * The end of the newest batch of a machine that is to be written at a moment, both in epoch seconds. Every item has two
 * writes. By the host the first batch is a step shorter than the second, as long, or a step longer, and the second then
 * waits by none, one or two steps: hosts write in six minutes of ten, and no point waits for more than a batch and two
 * steps. A host's machines are written in the course of a step.
 */
export function batchEnd(now: number, { step, batch }: UsagePace, { host, id }: Place): number {
  const item = 2 * batch;
  const isShort = batch < 5 * step;
  const wait = isShort ? 0 : (hashOf(host) % 3) * step;
  const first = isShort ? batch : batch - step + wait;
  const moment = now - delayOf(id, batch / 5 - every + 1);
  return Math.max(floorTo(moment - first, item) + first, floorTo(moment - wait, item));
}

/** A machine, and where it is. */
interface Place {
  readonly host: string;
  readonly id: string;
}

/** Seconds by which a machine's quarters of an hour are rolled up later than they could be. */
export const rollUpDelay = ({ host, id }: Place, batch: number): number =>
  delayOf(id, rollUpMoments) * batch + delayOf(host, batch);

/** The last multiple of a step up to a moment. */
export const floorTo = (seconds: number, step: number): number => Math.floor(seconds / step) * step;

/** A whole number less than `most`, always the same one for an id. */
const delayOf = (id: string, most: number): number => (most < 1 ? 0 : hashOf(id) % Math.floor(most));

const hashOf = (id: string): number =>
  [...id].reduce((sum, letter) => (sum * 31 + (letter.codePointAt(0) ?? 0)) % 1_000_003, 0);
