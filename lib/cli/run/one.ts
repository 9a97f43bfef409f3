import { show } from '#lib/cli/output/output.ts';
import { print, tell } from '#lib/cli/output/terminal.ts';
import { creates, reads } from '#lib/cli/table/deeds.ts';
import type { Command } from '#lib/cli/table/types.ts';
import type { Reply } from '#lib/client/methods.ts';
import type { AnyArgs } from '#lib/client/outgoing.ts';
import { confirmed, type DryRun, planLines } from './confirm.ts';
import type { How } from './how.ts';
import { withImage } from './image-from.ts';
import { type Asked, withTheRest } from './partial.ts';
import type { Session } from './session.ts';
import { isResource, waitFor } from './wait.ts';

/** Runs a command that answers one thing: question, request, wait, answer. */
export async function showOne(session: Session, command: Command, asked: Asked, how: How): Promise<void> {
  if (how.dryRun) return showPlan(session, (await request(session, command, asked, how)).body);
  await confirmed(session, command, [asked.prepared]);
  const { body, etag } = await perform(session, command, asked, how);
  await answer(session, command, body);
  if (session.globals.debug && etag) tell(`debug: ETag ${etag}`);
}

/** Sends a command's request, and waits for what it has begun. */
export async function perform(session: Session, command: Command, asked: Asked, how: How): Promise<Reply<unknown>> {
  const reply = await request(session, command, asked, how);
  if (command.operation === 'launchInstance') await (await import('./limits-note.ts')).tellMissingLimits(session);
  const isWaited = how.wait && command.takes.includes('wait') && isResource(reply.body);
  return isWaited ? waitFor(session, reply, { statuses: [], timeout: how.waitTimeout }) : reply;
}

/** Sends a command's request; with `--dry-run` it is answered by what would happen. */
export async function request(session: Session, command: Command, asked: Asked, how: How): Promise<Reply<unknown>> {
  const args = await withImage(session, await withTheRest(session, command, asked), how);
  return session.client.request(command.operation, { ...args, ...optionsOf(how) });
}

const optionsOf = ({ dryRun, ifMatch, idempotencyKey }: How): AnyArgs => ({
  ...(dryRun && { dryRun }),
  ...(ifMatch !== undefined && { ifMatch }),
  ...(idempotencyKey !== undefined && { idempotencyKey }),
});

/** Shows an answer, or the answers of several requests. With `--quiet` a change shows the id of what it made alone. */
export async function answer(session: Session, command: Command, body: unknown): Promise<void> {
  const { globals, format } = session;
  const isChosen = format !== 'table' || globals.query !== undefined || globals.columns !== undefined;
  const isWhole = !globals.quiet || isChosen || reads(command) || hasSecret(body);
  if (isWhole) return show(body, { columns: command.columns }, globals, format);
  if (creates(command)) await show(body, { columns: [] }, globals, 'id');
}

/** Whether it has what is shown this once and never again. */
const hasSecret = (body: unknown): boolean =>
  [body]
    .flat()
    .some((one) => Object.entries(one ?? {}).some(([name, value]) => value !== null && secretName.test(name)));

const secretName = /(^|_)(secret|secret_key|token|password|recovery_codes)$/;

/** Shows what would happen. */
export async function showPlan({ globals, format }: Session, plan: unknown): Promise<void> {
  if (format !== 'table' || globals.query !== undefined) return show(plan, { columns: [] }, globals, format);
  print(
    [plan]
      .flat()
      .flatMap((one) => planLines(one as DryRun))
      .join('\n'),
  );
}
