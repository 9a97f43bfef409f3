import type { Command } from 'commander';
import { usage } from '#lib/cli/failure.ts';
import { show } from '#lib/cli/output/output.ts';
import { resolve } from '#lib/cli/run/names.ts';
import { isResource, waitFor } from '#lib/cli/run/wait.ts';
import { waitTimeoutOf } from '#lib/cli/run/wait-timeout.ts';
import { shown } from '#lib/generated/client/routes.ts';
import type { Runners } from './command.ts';

interface Flags {
  readonly for?: string;
  readonly waitTimeout: string;
}

/** `svc wait`: until nothing more happens to a resource, or it has a status. */
export function add(command: Command, { run }: Runners): void {
  command
    .argument('<id>', 'the id of a resource, or the name of an instance')
    .option(
      '--for <status>',
      'wait for this status, or for any of several (comma-separated, such as stopped,deleted); by default until the operation has ended',
    )
    .option('--wait-timeout <seconds>', 'maximum wait, in seconds', '600')
    .action(
      run(async (session, text: string, { for: statuses = '', waitTimeout }: Flags) => {
        const timeout = waitTimeoutOf(waitTimeout);
        const prefix = /^([a-z]+)-[0-9a-hjkmnp-tv-z]{26}$/.exec(text)?.[1] ?? 'i';
        const showing = (shown as Readonly<Record<string, { operation: string; parameter: string }>>)[prefix];
        if (!showing) throw usage(`${text}: there is nothing to wait for`);
        const { id } = prefix === 'i' ? await resolve(session.client, 'instance', text) : { id: text };
        const first = await session.client.request(showing.operation, { [showing.parameter]: id });
        if (!isResource(first.body)) throw usage(`${text}: there is nothing to wait for`);
        const goal = { statuses: statuses.split(',').filter(Boolean), timeout };
        const last = await waitFor(session, first, goal);
        await show(last.body, { columns: [] }, session.globals, session.format);
      }),
    );
}
