import { expect, it } from 'vitest';
import { crashAt, type Mode } from '#test/lib/local/stepfunctions/crash.ts';

const MODES: Mode[] = ['before', 'torn', 'after'];
/** Processes at a time; they mostly wait. */
const LANES = 3;

it.each(MODES)('an execution goes on where its process was killed, %s each record it writes', async (mode) => {
  let next = 1;
  let killed = 0;
  const lane = async () => {
    for (let n = next++; await crashAt(mode, n); n = next++) killed += 1;
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  // The workflow writes 56 records.
  expect(killed).toBeGreaterThan(50);
});
