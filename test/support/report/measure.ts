import { subscribe } from 'node:diagnostics_channel';
import { afterAll } from 'vitest';
import { kindOf, type Measured, type Starts } from './measured.ts';
import { spent } from './spent.ts';

/* A setup file of every project: it notes what each test file costs, for the reporter beside it (reporter.ts). */

declare module 'vitest' {
  interface TaskMeta {
    measured?: Measured;
  }
}

interface Started {
  readonly spawnfile?: string;
  readonly spawnargs?: readonly string[];
}

/** What this process had spent when its last file ended, and what it has started since. Files may share a process. */
interface Ledger {
  spent: number;
  started: Started[];
}

const holder = globalThis as { svcLedger?: Ledger };
holder.svcLedger ??= open();
const ledger = holder.svcLedger;

function open(): Ledger {
  const own: Ledger = { spent: 0, started: [] };
  subscribe('child_process', (message) => {
    own.started.push((message as { process: Started }).process);
  });
  return own;
}

// The first that is registered is the last that runs: what the file stops in its own hooks is counted.
// biome-ignore lint/correctness/noEmptyPattern: vitest reads from the pattern which fixtures a hook wants
afterAll(({}, file) => {
  const now = spent();
  const starts: Starts = { platforms: 0, browsers: 0, processes: 0 };
  for (const { spawnfile = '', spawnargs = [] } of ledger.started) starts[kindOf(spawnfile, spawnargs)] += 1;
  file.meta.measured = { milliseconds: now - ledger.spent, ...starts };
  ledger.spent = now;
  ledger.started = [];
});
