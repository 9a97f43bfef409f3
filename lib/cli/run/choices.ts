import { usage } from '#lib/cli/failure.ts';
import { canAsk, tell } from '#lib/cli/output/terminal.ts';
import type { Command, Flag } from '#lib/cli/table/types.ts';
import { askSecret } from './ask.ts';
import type { Session } from './session.ts';

/** Lists of the platform's own things that a flag takes one of, by the flag's name. */
const lists: Readonly<Record<string, string>> = { image: 'listImages', 'instance-type': 'listInstanceTypes' };

interface Choice {
  readonly id: string;
  readonly available?: boolean;
}

/**
 * Secrets that are missing are asked for, and what can only be one thing is taken; whatever else is missing is refused,
 * with what it may be.
 */
export async function fillIn(
  session: Session,
  { noun, verb }: Command,
  missing: readonly Flag[],
  into: Record<string, unknown>,
): Promise<void> {
  const texts: string[] = [];
  for (const flag of missing) {
    const choices = await choicesOf(session, flag);
    const value = flag.type === 'secret' && canAsk() ? await askedSecret(flag) : onlyChoice(session, flag, choices);
    if (value === undefined) texts.push(missingText(flag, choices));
    else into[flag.at[0] ?? ''] = value;
  }
  const other = missing.some((flag) => flag.in === 'body') ? ', or --body @file' : '';
  if (texts.length > 0) throw usage(`missing: ${texts.join(', ')}`, `svc ${noun} ${verb} --help${other}`);
}

const askedSecret = ({ name }: Flag): Promise<string> => askSecret(`${name.replaceAll('-', ' ')}: `);

/** What a flag may be at present; undefined where there is no list of it. */
async function choicesOf({ client }: Session, { name }: Flag): Promise<string[] | undefined> {
  const list = lists[name];
  if (list === undefined) return undefined;
  const ids: string[] = [];
  for await (const one of client.paginate(list, { query: { limit: 200 } })) {
    const { id, available } = one as Choice;
    if (available !== false) ids.push(id);
  }
  return ids;
}

/** A snapshot of the account is an image as well, which is taken only where it is named. */
const isOwn = (choice: string): boolean => choice.startsWith('snap-');

/** The value of a flag that was left out and can only be one thing, which is told; undefined otherwise. */
function onlyChoice(session: Session, { name }: Flag, choices: readonly string[] = []): string | undefined {
  const [only, ...others] = choices.filter((choice) => !isOwn(choice));
  if (only === undefined || others.length > 0) return undefined;
  if (!session.globals.quiet) tell(`--${name} ${only} (nothing else is available here)`);
  return only;
}

/** A flag that is missing, with what it may be. */
const missingText = ({ name }: Flag, choices: readonly string[] | undefined): string =>
  choices && choices.length > 0 ? `--${name} (${choices.join(', ')})` : `--${name}`;
