import type { Command } from 'commander';
import { usage } from '#lib/cli/failure.ts';
import { formed } from '#lib/cli/forms.ts';
import { print, tell } from '#lib/cli/output/terminal.ts';
import type { Session } from '#lib/cli/run/session.ts';
import type { Runners } from './command.ts';
import { type Host, hostOf, isAlone, type Machine, writeHosts } from './machines.ts';

interface Flags {
  readonly prefix: string;
  readonly addKey?: boolean;
}

/** `svc ssh-config`: the running instances as hosts of OpenSSH. */
export function add(command: Command, { run }: Runners): void {
  command
    .option('--prefix <text>', 'a prefix for the host names', 'svc-')
    .option('--add-key', "add this context's SSH key to instances that accept none of your keys")
    .action(run((session, flags: Flags) => configured(session, flags)));
}

async function configured(session: Session, { prefix, addKey = false }: Flags): Promise<void> {
  if (!/^[A-Za-z0-9._-]{0,40}$/.test(prefix) || prefix.startsWith('-'))
    throw usage(`--prefix: "${prefix}" is not a valid prefix (letters, digits, ".", "_" and "-", at most 40)`);
  const machines: Machine[] = [];
  for await (const machine of session.client.paginate('listInstances', { query: { status: 'running', limit: 200 } }))
    machines.push(machine as Machine);
  const hosts: Host[] = [];
  // One after another: the first makes the key that the others get.
  for (const machine of machines) {
    const name = isAlone(machine, machines) ? `${prefix}${formed('name', machine.name)}` : undefined;
    hosts.push(await hostOf(session, machine, addKey, name));
  }
  const file = writeHosts(
    `config-${session.settings.name}`,
    hosts.map(({ text }) => text),
  );
  print(`Include "${file}"`);
  if (!session.globals.quiet) told(hosts);
}

function told(hosts: readonly Host[]): void {
  tell(`${hosts.length} hosts. Add the line to the top of ~/.ssh/config once.`);
  const closed = hosts.filter(({ isOpen }) => !isOpen).length;
  if (closed > 0) tell(`${closed} of them accept none of your keys: svc ssh-config --add-key adds this context's key.`);
}
