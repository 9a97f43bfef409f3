import { spawnSync } from 'node:child_process';
import { noWire } from '#test/support/hosts/wire.ts';

/** Why there can be no rehearsal here, in one sentence; undefined where there can. */
export function noRehearsal(): string | undefined {
  if (spawnSync('moto_server', ['--help']).status !== 0)
    return 'moto_server is not installed; it is a program of Python (pip install "moto[server]==5.2.1"), which neither npm nor Debian has';
  const wire = noWire();
  if (wire !== undefined) return `the joined host needs a network of its own: ${wire}`;
  const lacking = ['ssh', 'ssh-agent', 'ssh-keygen', 'curl', 'aws'].find(
    (name) => spawnSync('which', [name]).status !== 0,
  );
  return lacking && `${lacking} is not installed`;
}
