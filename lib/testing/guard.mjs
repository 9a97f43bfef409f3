// Runs the platform for a test, and ends it when the test's process ends, however that ends. Plain JavaScript, since a
// package's files have no types to strip. Arguments: the checkout, and the data folder to remove at the end, or "".
import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';

const [checkout = '', dataDir = ''] = process.argv.slice(2);
/** Milliseconds that the platform has to stop. */
const patience = 20_000;

const platform = spawn(join(checkout, 'node_modules/.bin/node'), [join(checkout, 'lib/local/start.mjs')], {
  cwd: checkout,
  stdio: ['ignore', 'inherit', 'inherit'],
});

let isStopping = false;
function stop() {
  if (isStopping) return;
  isStopping = true;
  platform.kill('SIGTERM');
  setTimeout(() => platform.kill('SIGKILL'), patience).unref();
}

// The other end of stdin is the test's process: it closes when that exits, crashes or is killed.
process.stdin.on('end', stop).on('error', stop).resume();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, stop);
// The platform goes on stopping where nobody reads what it says.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);

platform.on('error', (error) => {
  process.stderr.write(`svc: ${error.message}\n`);
  process.exit(1);
});
platform.on('exit', (status) => {
  if (dataDir !== '') rmSync(dataDir, { recursive: true, force: true });
  process.exit(status ?? 1);
});
