import type { Command } from 'commander';
import { print, tell } from '#lib/cli/output/terminal.ts';
import type { Runners } from './hand.ts';
import { hostOf, type Machine, writeHosts } from './machines.ts';

/** `svc ssh-config`: the running instances as hosts of OpenSSH. */
export function add(command: Command, { run }: Runners): void {
  command.action(
    run(async (session) => {
      const machines: Machine[] = [];
      const query = { status: 'running', limit: 200 };
      for await (const machine of session.client.paginate('listInstances', { query }))
        machines.push(machine as Machine);
      const isAlone = ({ name }: Machine) => machines.filter((other) => other.name === name).length === 1;
      const hosts: string[] = [];
      // One after another: the first makes the key that the others get.
      for (const machine of machines)
        hosts.push(await hostOf(session, machine, isAlone(machine) ? [machine.name, machine.id] : [machine.id]));
      const file = writeHosts(`config-${session.settings.name}`, hosts);
      print(`Include "${file}"`);
      if (!session.globals.quiet) tell(`${hosts.length} hosts. Put the line at the top of ~/.ssh/config once.`);
    }),
  );
}
