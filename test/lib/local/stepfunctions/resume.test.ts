import { describe, expect, it } from 'vitest';
import { crashAt, type Mode } from './crash.ts';

/** A sample of the points that the deep suite goes through one by one: at each kind of step, in each way. */
const POINTS: [Mode, number][] = [
  ['torn', 1],
  ['before', 13],
  ['after', 44],
  ['before', 48],
];

describe.concurrent('an execution goes on where its process was killed', () => {
  it.each(POINTS)('%s record %i', async (mode, n) => {
    expect(await crashAt(mode, n)).toBe(true);
  });
});
