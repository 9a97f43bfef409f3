// Runs the platform for a test, and ends it when the test's process ends, however that ends. Plain JavaScript, since a
// package's files have no types to strip. Arguments: the checkout, and the data folder to remove at the end, or "".
import { spawn, spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';

const [checkout = '', dataDir = ''] = process.argv.slice(2);
/** Milliseconds that the platform has to stop. */
const patience = 20_000;

const node = join(checkout, 'node_modules/.bin/node');
const platform = spawn(node, [join(checkout, 'lib/local/start.mjs')], {
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
  if (dataDir !== '') remove();
  process.exit(status ?? 1);
});

function remove() {
  try {
    rmSync(dataDir, { recursive: true, force: true });
  } catch {
    // What users of machines have belongs to ids that this user alone may not remove.
    const program = `import { removeWithMachines as remove } from '#lib/agent/hosted/id-range.ts'; await remove([process.argv[1]]);`;
    const args = ['--input-type=module-typescript', '--eval', program, dataDir];
    spawnSync(node, args, { cwd: checkout, stdio: ['ignore', 'inherit', 'inherit'] });
  }
}
