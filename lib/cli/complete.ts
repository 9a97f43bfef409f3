import { join } from 'node:path';
import { handCommands, isOfInstance } from './commands/list.ts';
import { cacheDir } from './config/environment.ts';
import { readText, writePrivately } from './config/files.ts';
import { settings } from './config/settings.ts';
import { isPlainWord } from './forms.ts';
import { commonOptions, globalOptions, optionsOf } from './program.ts';
import { kinds } from './run/names.ts';
import { openSession } from './run/session.ts';
import { commandsOf } from './table/commands.ts';
import { takesMany } from './table/deeds.ts';
import { nounOf, nouns } from './table/nouns.ts';
import type { Command, Flag } from './table/types.ts';

/** Milliseconds for which names of the account are not asked for again. */
const freshFor = 30_000;

/** Milliseconds that a shell waits for names at most. */
const patience = 3000;

/** Commands by hand whose first word is a noun. */
const ofNouns = new Set(['explain', 'watch']);

/** What the last of these words may become: nouns, verbs, flags, values of a flag, or names of the account. */
export async function completions(words: readonly string[]): Promise<string[]> {
  const last = words.at(-1) ?? '';
  const found = await candidates(words.slice(0, -1), last);
  // A shell may run what else is in a name that it completes.
  return [...new Set(found)].filter((text) => text.startsWith(last) && isPlainWord(text.replace(/^--/, ''))).sort();
}

async function candidates(before: readonly string[], last: string): Promise<readonly string[]> {
  const [first, verb, ...rest] = before.filter((word) => !word.startsWith('-'));
  if (first === undefined) return topWords();
  const noun = nounOf(first);
  if (noun === undefined) return verb === undefined ? byHand(first) : [];
  const verbs = commandsOf(noun);
  const command = verbs.find((one) => one.verb === verb);
  if (!command) return verb === undefined ? [...verbs.map((one) => one.verb), ...verbsByHand(noun)] : [];
  const flag = flagOf(command, before.at(-1) ?? '');
  if (flag) return valuesOf(flag);
  if (last.startsWith('-')) return flagsOf(command);
  return namesOf(command.args[takesMany(command) ? 0 : rest.length]?.noun);
}

/** The values of a flag: those that are allowed, or the names of what it takes. */
const valuesOf = async ({ values, noun, name }: Flag): Promise<readonly string[]> =>
  values ?? namesOf(noun ?? nounOf(name));

/** What stands after a command by hand: the name of an instance, or a noun. */
function byHand(first: string): Promise<string[]> | string[] {
  if (ofNouns.has(first)) return Object.keys(nouns);
  return isOfInstance(first) ? namesOf('instance') : [];
}

const topWords = (): string[] => [
  ...Object.keys(nouns),
  ...handCommands.filter(({ verb }) => verb === undefined).map(({ name }) => name),
];

const flagOf = ({ flags }: Command, word: string) =>
  flags.find(({ name, also, type }) => type !== 'boolean' && (word === `--${name}` || word === `--${also}`));

const flagsOf = (command: Command): string[] =>
  [...command.flags.flatMap(optionsOf), ...commonOptions(command), ...globalOptions()].flatMap(
    ({ long }) => long ?? [],
  );

const verbsByHand = (noun: string): string[] =>
  handCommands.flatMap(({ name, verb }) => (name === noun && verb !== undefined ? [verb] : []));

/** How the things of a noun are listed, and the field by which commands take them; undefined where that needs more. */
function listOf(noun: string): { list: string; by: string } | undefined {
  const kind = kinds[noun];
  if (kind) return kind;
  const command = commandsOf(noun).find((one) => one.verb === 'list' && one.args.length === 0);
  return command && { list: command.operation, by: command.columns[0] ?? 'id' };
}

/** The names of all things of a noun, as they were at most half a minute ago. Nothing where they cannot be had. */
async function namesOf(noun = ''): Promise<string[]> {
  const found = listOf(noun);
  if (!found) return [];
  const { name, endpoint } = await settings({});
  const file = join(cacheDir(), 'names', `${encodeURIComponent(`${name} ${endpoint} ${noun}`)}.json`);
  const kept = JSON.parse(readText(file) ?? '{"at":0}') as { at: number; names?: string[] };
  if (kept.names && Date.now() - kept.at < freshFor) return kept.names;
  const names: string[] = [];
  const { client } = await openSession({}, AbortSignal.timeout(patience));
  for await (const row of client.paginate(found.list, { query: { limit: 200 } }))
    names.push(nameOf(noun, row as Readonly<Record<string, unknown>>, found.by));
  writePrivately(file, JSON.stringify({ at: Date.now(), names }));
  return names;
}

/** Images of the catalog are called by their ids. */
const nameOf = (noun: string, row: Readonly<Record<string, unknown>>, by: string): string =>
  String(noun === 'image' && row.type === 'system' ? row.id : row[by]);
