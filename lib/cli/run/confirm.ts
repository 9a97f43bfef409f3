import { exits, Failure } from '#lib/cli/failure.ts';
import { rupees } from '#lib/cli/output/cells.ts';
import { canAsk, plain, tell } from '#lib/cli/output/terminal.ts';
import type { Command } from '#lib/cli/table/types.ts';
import { isConfirmed } from './ask.ts';
import type { Prepared } from './request.ts';
import type { Session } from './session.ts';

/** What a dry run answers. */
export interface DryRun {
  readonly would: string;
  readonly price_delta_paise_per_hour: number;
  readonly price_delta_paise_per_month: number;
  readonly cascade: readonly { readonly type: string; readonly id: string; readonly effect: string }[];
}

/** Commands that end something beside deletions. */
const ending: readonly string[] = ['restoreSnapshot', 'fenceHost'];

/** Commands that take away what cannot be brought back. */
const isDestructive = ({ method, operation, takes }: Command): boolean =>
  takes.includes('dryRun') && (method === 'DELETE' || ending.includes(operation));

/** Asks before a destructive command, with names, ids, and what goes with them. Refuses where nobody can be asked. */
export async function confirmed(session: Session, command: Command, all: readonly Prepared[]): Promise<void> {
  if (!isDestructive(command) || session.globals.yes) return;
  const hint = 'the same command with --yes, or with --dry-run';
  if (!canAsk())
    throw new Failure(`svc ${command.noun} ${command.verb} asks first, and there is no terminal`, {
      exit: exits.usage,
      code: 'not_confirmed',
      hint,
    });
  for (const { args } of all) {
    const { body } = await session.client.request(command.operation, { ...args, dryRun: true } as never);
    for (const line of planLines(body as DryRun)) tell(line);
  }
  const names = all.map(({ named }) =>
    named.map(({ id, name }) => (name === undefined ? id : `${name} (${id})`)).join(' '),
  );
  if (!(await isConfirmed(`${capital(deedOf(command))} ${plain(names.join(', '))}?`)))
    throw new Failure('nothing was changed', { code: 'not_confirmed' });
}

/** What a command does, in words. The verbs of operators name themselves what they are about. */
const deedOf = ({ noun, verb }: Command): string =>
  noun === 'platform' ? verb.replaceAll('-', ' ') : `${verb} ${noun}`;

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

/** What would happen, in words. */
export function planLines({ would, cascade, ...price }: DryRun): string[] {
  const { price_delta_paise_per_hour: hour, price_delta_paise_per_month: month } = price;
  const lines = cascade.map(({ type, id, effect }) => `  ${plain(type)} ${plain(id)}: ${plain(effect)}`);
  const sign = (paise: number) => (paise > 0 ? `+${rupees(paise)}` : rupees(paise));
  const cost = hour === 0 && month === 0 ? [] : [`  ${sign(hour)} an hour, ${sign(month)} a month before GST`];
  return [`This would ${plain(would)}.`, ...lines, ...cost];
}
