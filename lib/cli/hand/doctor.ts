import type { Command } from 'commander';
import { formatOf } from '#lib/cli/config/settings.ts';
import { thisHost } from '#lib/cli/doctor/host.ts';
import { examine } from '#lib/cli/doctor/report.ts';
import { show } from '#lib/cli/output/output.ts';
import { print } from '#lib/cli/output/terminal.ts';
import type { Runners } from './hand.ts';

/** `svc doctor`: what machines can do on this computer. It asks no platform. */
export function add(command: Command, { bare }: Runners): void {
  command.action(
    bare(async (globals) => {
      const report = examine(thisHost());
      if (formatOf(globals) !== 'table' || globals.query !== undefined) return show(report, { columns: [] }, globals);
      await show(report, { items: 'checks', columns: ['check', 'ok', 'found', 'command'] }, globals);
      print('');
      await show(report, { items: 'capabilities', columns: ['capability', 'there', 'because', 'command'] }, globals);
    }),
  );
}
