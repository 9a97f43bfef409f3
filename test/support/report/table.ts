import type { Measured, Starts } from './measured.ts';

/** A test file with what it cost. */
export interface Row extends Measured {
  file: string;
  lane: string;
  isolated: boolean;
}

/** What a run is compared by (test/support/report/record.json). */
export interface Sums {
  /** What can be counted, the same on every computer. */
  counts: Starts & { isolated: number };
  /** Seconds of processor time by lane. `vitest` is what the command itself took: it finds and transforms files. */
  seconds: Record<string, number>;
  /** All of it, in loops of calibration. */
  loops: number;
}

/** Adds up what files cost. `own` and `loop` are the milliseconds of vitest itself and of the calibration loop. */
export function sumsOf(rows: readonly Row[], own: number, loop: number): Sums {
  const seconds: Record<string, number> = { vitest: own / 1000 };
  const counts = { platforms: 0, isolated: 0, browsers: 0, processes: 0 };
  for (const row of rows) {
    seconds[row.lane] = (seconds[row.lane] ?? 0) + row.milliseconds / 1000;
    counts.isolated += row.isolated ? 1 : 0;
    for (const kind of ['platforms', 'browsers', 'processes'] as const) counts[kind] += row[kind];
  }
  const all = Object.values(seconds).reduce((sum, one) => sum + one, 0);
  return { counts, seconds, loops: Math.round((all * 1000) / loop) };
}

/** The report in words: every file, dearest first, and the sums by lane. */
export function tableOf(rows: readonly Row[], { counts, seconds, loops }: Sums): string {
  const lines = rows.map(
    ({ file, lane, milliseconds, platforms, browsers, processes }) =>
      `${inSeconds(milliseconds / 1000)}  ${lane.padEnd(9)} ${file}${started({ platforms, browsers, processes })}`,
  );
  const lanes = Object.entries(seconds).map(([lane, spent]) => `${inSeconds(spent)}  ${lane}`);
  const all = Object.values(seconds).reduce((sum, one) => sum + one, 0);
  return `${[
    'Processor time, with that of child processes:',
    ...lines,
    '',
    ...lanes,
    `${inSeconds(all)}  all of it: ${loops} loops of calibration`,
    Object.entries(counts)
      .map(([kind, count]) => `${kind} ${count}`)
      .join(', '),
  ].join('\n')}\n`;
}

const inSeconds = (seconds: number) => `${seconds.toFixed(1).padStart(7)} s`;

function started(starts: Starts): string {
  const some = Object.entries(starts).filter(([, count]) => count > 0);
  return some.length === 0 ? '' : ` (${some.map(([kind, count]) => `${kind} ${count}`).join(', ')})`;
}
