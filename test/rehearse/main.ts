import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openWire } from '#test/support/hosts/wire.ts';
import { noRehearsal } from './missing.ts';
import { bellName } from './stage/bell-name.ts';

/*
 * `npm run rehearse`: deploys the stack to moto and walks docs/deploying.md and docs/operating.md on it (README.md).
 * Everything runs on computers of its own (network namespaces) that reach each other and nothing else. Ends with 2
 * where that is not possible here, with 1 where a step failed.
 */

const story = fileURLToPath(new URL('./story.ts', import.meta.url));

/** Starts a program with a file in the place of /etc/hosts. */
const withHosts = ['unshare', '--mount', 'sh', '-c', 'mount --bind "$0" /etc/hosts && exec "$@"'];

const usage = `npm run rehearse   packages the stack, deploys it to moto, and follows the guides there; takes no words
  REHEARSAL_KEEP=1   keeps the folder with the logs`;

async function main(): Promise<number> {
  const given = process.argv.slice(2);
  if (given.length > 0) {
    const isHelp = given[0] === '--help';
    process[isHelp ? 'stdout' : 'stderr'].write(`${usage}\n`);
    return isHelp ? 0 : 2;
  }
  const missing = noRehearsal();
  if (missing !== undefined) {
    process.stderr.write(`rehearsal: ${missing}\n`);
    return 2;
  }
  const dir = mkdtempSync(join(tmpdir(), 'svc-rehearsal-'));
  const wire = openWire();
  try {
    const { address, wrapper } = wire.computer();
    const names = `127.0.0.1 localhost\n${wire.middle.address} api.example.in hosts.example.in ${bellName}\n`;
    writeFileSync(join(dir, 'hosts'), names);
    const words = JSON.stringify({ dir, address: wire.middle.address, host: { address, wrapper } });
    const program = [...withHosts, join(dir, 'hosts'), process.execPath, story, words];
    const child = wire.middle.start(program, { stdio: 'inherit' });
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal));
    const [status] = (await once(child, 'exit')) as [number | null];
    return status ?? 1;
  } finally {
    wire.close();
    if (process.env.REHEARSAL_KEEP === undefined) rmSync(dir, { recursive: true, force: true });
  }
}

process.exitCode = await main();
