import type { Command } from 'commander';
import { show } from '#lib/cli/output/output.ts';
import type { Runners } from './command.ts';

/** `svc whoami`: the principal as the platform knows it. */
export function add(command: Command, { run }: Runners): void {
  command.action(
    run(async ({ client, globals, format, settings }) => {
      const { body } = await client.request('getMe');
      const who = body as Record<string, unknown>;
      if (format !== 'table' || globals.query !== undefined) return show(body, { columns: [] }, globals, format);
      const { type, id, email, username, name, account_id, role, status } = who;
      const known = Object.entries({ type, id, email, username, name, account_id, role, status });
      const rows = known.filter(([, value]) => value !== null && value !== undefined);
      const where = { endpoint: settings.endpoint, ...(settings.origin === 'context' && { context: settings.name }) };
      return show({ ...Object.fromEntries(rows), ...where }, { columns: [] }, globals, format);
    }),
  );
}
