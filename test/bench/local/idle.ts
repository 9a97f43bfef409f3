import { setTimeout } from 'node:timers/promises';
import { atMost, type Line, skipped } from '#test/bench/line.ts';
import type { Started } from './platform.ts';
import { memoryOf, processorTimeOf } from './processes.ts';

const settleMs = 3_000;
const seconds = 20;

/** What an unused platform costs: memory of all its processes, and processor time over 20 s. */
export async function benchIdle({ pid }: Started): Promise<Line[]> {
  if (process.platform !== 'linux') return [skipped('idle platform', '', 'memory is counted on Linux only')];
  await setTimeout(settleMs);
  const before = processorTimeOf(pid);
  const from = performance.now();
  await setTimeout(seconds * 1000);
  const used = (processorTimeOf(pid) - before) / ((performance.now() - from) / 1000);
  const { mb, processes } = memoryOf(pid);
  return [
    atMost('idle platform: memory (PSS)', 400, { value: mb, unit: 'MB', note: `${processes} processes` }),
    atMost(`idle platform: processor over ${seconds} s`, 3, { value: used * 100, unit: '% of a core' }),
  ];
}
