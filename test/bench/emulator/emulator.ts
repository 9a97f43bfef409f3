import type { Line } from '#test/bench/line.ts';
import { benchFunctions } from './functions.ts';
import { benchStates } from './states.ts';
import { benchSuite } from './suite.ts';

/** What tests of others wait for: single functions, states, and a whole suite. */
export const benchEmulator = async (): Promise<Line[]> => [
  ...(await benchFunctions()),
  ...(await benchStates()),
  ...(await benchSuite()),
];
