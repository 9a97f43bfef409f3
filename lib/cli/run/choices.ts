import { tell } from '#lib/cli/output/terminal.ts';
import type { Flag } from '#lib/cli/table/types.ts';
import type { Session } from './session.ts';

/** Lists of the platform's own things that a flag takes one of, by the flag's name. */
const lists: Readonly<Record<string, string>> = { image: 'listImages', 'instance-type': 'listInstanceTypes' };

interface Choice {
  readonly id: string;
  readonly available?: boolean;
}

/** What a flag may be at present; undefined where there is no list of it. */
export async function choicesOf({ client }: Session, { name }: Flag): Promise<string[] | undefined> {
  const list = lists[name];
  if (list === undefined) return undefined;
  const ids: string[] = [];
  for await (const one of client.paginate(list, { query: { limit: 200 } })) {
    const { id, available } = one as Choice;
    if (available !== false) ids.push(id);
  }
  return ids;
}

/** The value of a flag that was left out and can only be one thing, which is told; undefined otherwise. */
export function onlyChoice(session: Session, { name }: Flag, choices: readonly string[] = []): string | undefined {
  const [only, ...others] = choices;
  if (only === undefined || others.length > 0) return undefined;
  if (!session.globals.quiet) tell(`--${name} ${only} (nothing else is available here)`);
  return only;
}

/** A flag that is missing, with what it may be. */
export const missingText = ({ name }: Flag, choices: readonly string[] | undefined): string =>
  choices && choices.length > 0 ? `--${name} (${choices.join(', ')})` : `--${name}`;
