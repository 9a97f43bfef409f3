// The process that evaluates expressions for the pool: `process.ts <ms of computing that one job may take>`. A thread
// does the work, so that this process always notices when the time is up or the pool has ended. The time is processor
// time, so that a busy machine does not count against an expression.
import { Worker } from 'node:worker_threads';
import type { Job, Reply } from './worker.ts';

const limit = Number(process.argv[2]);
const jobs: Job[] = [];
let begun = process.cpuUsage();

const thread = new Worker(new URL('./worker.ts', import.meta.url), {
  resourceLimits: { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 16, stackSizeMb: 4 },
});

function next(): void {
  const [job] = jobs;
  begun = process.cpuUsage();
  if (job) thread.postMessage(job);
}

function watch(): void {
  const [job] = jobs;
  const { user, system } = process.cpuUsage(begun);
  if (!job || (user + system) / 1000 < limit) return;
  const { field = '', source = '' } = job.expressions[0] ?? {};
  const message = `threw an error during evaluation: it took longer than ${limit} ms`;
  process.send?.({ field, source, message, last: true } satisfies Reply, () => process.exit());
}

process.on('message', (job: Job) => {
  if (jobs.push(job) === 1) next();
});
thread.on('message', (reply: Reply) => {
  process.send?.(reply);
  jobs.shift();
  next();
});
thread.on('error', () => process.exit(1));
setInterval(watch, Math.min(100, limit)).unref();
process.on('disconnect', () => process.exit());
// The pool decides when this process ends, also where a terminal's Ctrl-C reaches the whole group.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);
