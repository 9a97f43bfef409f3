import { show } from '#lib/cli/output/output.ts';
import { print, tell } from '#lib/cli/output/terminal.ts';
import type { Command } from '#lib/cli/table/types.ts';
import type { AnyArgs } from '#lib/client/outgoing.ts';
import { confirmed, type DryRun, planLines } from './confirm.ts';
import type { How } from './how.ts';
import type { Prepared } from './request.ts';
import type { Session } from './session.ts';
import { withOtherTags } from './tags.ts';
import { isResource, waitFor } from './wait.ts';

/** What a command is to do. */
interface Asked {
  readonly prepared: Prepared;
  readonly removedTags: readonly string[];
}

/** Runs a command that answers one thing: question, request, wait, answer. */
export async function showOne(
  session: Session,
  command: Command,
  { prepared, removedTags }: Asked,
  how: How,
): Promise<void> {
  const merged = await withOtherTags(session, command, prepared, removedTags);
  const args = { ...merged, ...optionsOf(how) };
  if (how.dryRun) return showPlan(session, command, args);
  await confirmed(session, command, prepared);
  const reply = await session.client.request(command.operation, args);
  const isWaited = how.wait && command.takes.includes('wait') && isResource(reply.body);
  const last = isWaited ? await waitFor(session, reply, { statuses: [], timeout: how.waitTimeout }) : reply;
  await show(last.body, { columns: command.columns }, session.globals, session.format);
  if (session.globals.debug && last.etag) tell(`debug: ETag ${last.etag}`);
}

const optionsOf = ({ dryRun, ifMatch, idempotencyKey }: How): AnyArgs => ({
  ...(dryRun && { dryRun }),
  ...(ifMatch !== undefined && { ifMatch }),
  ...(idempotencyKey !== undefined && { idempotencyKey }),
});

async function showPlan({ client, globals, format }: Session, command: Command, args: AnyArgs): Promise<void> {
  const { body } = await client.request(command.operation, args);
  if (format !== 'table' || globals.query !== undefined) return show(body, { columns: [] }, globals, format);
  print(planLines(body as DryRun).join('\n'));
}
