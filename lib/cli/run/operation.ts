import { exits, Failure } from '#lib/cli/failure.ts';
import { show } from '#lib/cli/output/output.ts';
import { print, tell } from '#lib/cli/output/terminal.ts';
import type { Command } from '#lib/cli/table/types.ts';
import type { AnyArgs } from '#lib/client/outgoing.ts';
import { confirmed, type DryRun, planLines } from './confirm.ts';
import type { How } from './how.ts';
import { prepare, type Written } from './request.ts';
import type { Session } from './session.ts';
import { withOtherTags } from './tags.ts';
import { isResource, waitFor } from './wait.ts';

/** Runs a command of the table: names, question, request, wait, answer. */
export async function runOperation(session: Session, command: Command, written: Written, how: How): Promise<void> {
  const prepared = await prepare(session, command, written);
  if (command.items !== undefined) {
    if (how.follow) return (await import('./follow.ts')).follow(session, command, prepared.args);
    const { showList } = await import('./lists.ts');
    return showList(session, command, prepared.args, how);
  }
  const merged = await withOtherTags(session, command, prepared, written.removeTags ?? []);
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

/** Runs work that Ctrl-C ends at once, with exit 130. */
export async function interruptible(work: (signal: AbortSignal) => Promise<void>): Promise<void> {
  const controller = new AbortController();
  const reason = new Failure('interrupted', { exit: exits.interrupted, code: 'interrupted' });
  const interrupt = () => {
    // A second one ends the process: whatever is under way does not listen.
    if (controller.signal.aborted) process.exit(exits.interrupted);
    controller.abort(reason);
  };
  process.on('SIGINT', interrupt);
  try {
    await work(controller.signal);
  } finally {
    process.off('SIGINT', interrupt);
  }
}
