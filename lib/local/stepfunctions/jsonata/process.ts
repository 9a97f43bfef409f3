// The process that evaluates expressions for the pool. The work is done in a thread, so that this one always notices
// when the pool is gone: a process that loops must not outlive it.
import { Worker } from 'node:worker_threads';
import type { Job } from './worker.ts';

const thread = new Worker(new URL('./worker.ts', import.meta.url), {
  resourceLimits: { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 16, stackSizeMb: 4 },
});
thread.on('message', (reply) => process.send?.(reply));
thread.on('error', () => process.exit(1));
process.on('message', (job: Job) => thread.postMessage(job));
process.on('disconnect', () => process.exit());
// The pool decides when this ends, also where a terminal's Ctrl-C reaches the whole group.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);
