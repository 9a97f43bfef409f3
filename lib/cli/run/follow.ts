import { show } from '#lib/cli/output/output.ts';
import type { Command } from '#lib/cli/table/types.ts';
import type { AnyArgs } from '#lib/client/outgoing.ts';
import type { Session } from './session.ts';

interface Feed {
  readonly events: readonly { readonly id: string }[];
}

/** Seconds for which the platform holds an empty reply. */
const held = 20;

/** Shows the activity feed as it grows, until Ctrl-C: rows, or lines of JSON. */
export async function follow(session: Session, command: Command, args: AnyArgs): Promise<void> {
  const { client, globals, signal } = session;
  const format = session.format === 'table' || session.format === 'id' ? session.format : 'jsonl';
  const view = { items: command.items, columns: command.columns };
  let after: string | undefined;
  let header = globals.header !== false;
  for (;;) {
    const query = { ...args.query, ...(after !== undefined && { after }) };
    const { body } = await client.request(command.operation, { ...args, query, wait: held, signal });
    const { events } = body as Feed;
    if (events.length === 0) continue;
    await show(body, view, { ...globals, header, quiet: true }, format);
    header = false;
    after = events.at(-1)?.id;
  }
}
