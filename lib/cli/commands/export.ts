import type { Command } from 'commander';
import { print, tell } from '#lib/cli/output/terminal.ts';
import { exported } from '#lib/terraform/export/configuration.ts';
import type { Runners } from './command.ts';

/** `svc export terraform`: what an account has, as a configuration of Terraform that imports it. */
export function add(command: Command, { run }: Runners): void {
  command
    .command('terraform')
    .description('Print Terraform resources and import blocks for everything in the account, without secrets')
    .option('--source <address>', 'the source address of the provider', 'svc.invalid/svc/svc')
    .action(
      run(async ({ client, globals, signal }, { source }: { source: string }) => {
        const onHidden = (list: string) => {
          if (!globals.quiet) tell(`left out, because your policies do not allow it: ${list}`);
        };
        // The client of a session has what the provider's has, with names of operations that are data.
        print(await exported(client as never, { source, onHidden, signal }));
      }),
    );
}
