import { Argument, Command as Commander, type Help, Option } from 'commander';
import type { Runners, WrittenCommand } from './commands/command.ts';
import { handCommands } from './commands/list.ts';
import type { Globals } from './config/settings.ts';
import type { Written } from './run/request.ts';
import type { Session } from './run/session.ts';
import { commandsOf } from './table/commands.ts';
import { takesMany } from './table/deeds.ts';
import { aliasesOf, nounOf, nouns } from './table/nouns.ts';
import type { Command, Flag } from './table/types.ts';

const width = 100;

/** Words that are usual elsewhere. */
export const verbAliases: Readonly<Record<string, readonly string[]>> = {
  allocate: ['create'],
  delete: ['rm'],
  launch: ['create'],
  list: ['ls'],
  release: ['delete', 'rm'],
  terminate: ['delete', 'rm'],
};

/** The flags that every command has. */
export function globalOptions(): Option[] {
  return [
    new Option('-o, --output <format>', 'table, json, yaml, jsonl or id'),
    new Option('--columns <names>', 'columns of the table, comma-separated'),
    new Option('--query <expression>', 'select parts of the reply (JMESPath)'),
    new Option('--no-header', 'omit the header of a table'),
    new Option('-q, --quiet', 'print only data, of a change the id of what it made, and errors'),
    new Option('-y, --yes', 'do not ask for confirmation'),
    new Option('--context <name>', 'the context to use (SVC_CONTEXT)'),
    new Option('--endpoint <url>', 'the address of the platform (SVC_ENDPOINT)'),
    new Option('--debug', 'log every request to stderr, without secrets'),
  ];
}

/** Flags of commands that are no fields of their operations. */
export function commonOptions({ operation, method, takes, items, hasBody, flags }: Command): Option[] {
  const isPatched = method === 'PATCH' && flags.some(({ name, type }) => name === 'tag' && type === 'map');
  return [
    hasBody && new Option('--body <document>', 'fields in JSON or YAML, @file or @-; flags take precedence'),
    isPatched && new Option('--remove-tag <key>', 'remove a tag; repeatable').argParser(collected),
    operation === 'listActivity' && new Option('-f, --follow', 'keep printing new events, until Ctrl-C'),
    items && new Option('--all', 'show every page'),
    items &&
      new Option('--sort <field>', 'created_at, -created_at, name, or a field of this page (with --all, of all pages)'),
    items && new Option('--cursor <cursor>', 'start at this page'),
    takes.includes('dryRun') && new Option('--dry-run', 'check everything, change nothing'),
    takes.includes('ifMatch') && new Option('--if-match <etag>', 'change the resource only if it has this ETag'),
    takes.includes('wait') && new Option('--no-wait', 'do not wait until the operation has ended'),
    takes.includes('wait') &&
      new Option('--wait-timeout <seconds>', 'maximum wait, in seconds').default(600).argParser(Number),
    method !== 'GET' && new Option('--idempotency-key <key>', 'repeating the command with the same key has one effect'),
  ].filter((option): option is Option => option instanceof Option);
}

/** Runs a command of the table. */
export type RunTable = (command: Command, written: Written, options: Record<string, unknown>) => Promise<void>;

/** What the program is made of. */
interface Parts {
  /** The words of the command line: what none of them names is not built. */
  readonly words: readonly string[];
  readonly version: string;
  readonly runTable: RunTable;
  readonly runners: Runners;
}

/** The command line as commander knows it. Only the noun and the verb that are asked for get their flags. */
export async function buildProgram(parts: Parts): Promise<Commander> {
  const program = new Commander('svc')
    .description('The command line of the platform.')
    .usage('<noun> <verb> [name or id] [flags]')
    .version(parts.version, '-V, --version', 'the version')
    .exitOverride()
    .configureOutput({ writeErr: (text) => (text.startsWith('error:') ? undefined : process.stdout.write(text)) })
    .configureHelp({ showGlobalOptions: true, helpWidth: width, subcommandTerm: termOf, optionDescription })
    .helpCommand(false)
    .addHelpText('after', '\nsvc <noun> --help shows its verbs, svc <noun> <verb> --help its flags.\n');
  for (const option of globalOptions()) program.addOption(option);
  const { hand, names } = asked(parts.words);
  for (const command of hand) await addWritten(program, command, parts);
  for (const name of names) await addNoun(program, name, parts);
  return program;
}

/** The commands to build: the one that the first word names, or all, for the help and for what is unknown. */
function asked([first = '']: readonly string[]): { hand: readonly WrittenCommand[]; names: readonly string[] } {
  const noun = nounOf(first);
  if (noun !== undefined) return { hand: [], names: [noun] };
  const all = handCommands.filter(({ verb }) => verb === undefined);
  const hand = all.filter(({ name }) => name === first);
  return hand.length > 0 ? { hand, names: [] } : { hand: all, names: Object.keys(nouns) };
}

/** An option with its default, in the words of the table. */
const optionDescription: Help['optionDescription'] = ({ description, defaultValue: usual }) =>
  usual === undefined || typeof usual === 'boolean' ? description : `${description} (default ${usual})`;

/** A command in the help of the one above: its name alone. */
const termOf: Help['subcommandTerm'] = (command) => command.name();

async function addWritten(parent: Commander, hand: WrittenCommand, { words, runners }: Parts): Promise<void> {
  const name = hand.verb ?? hand.name;
  const command = parent.command(name).description(hand.about).helpGroup(`${hand.group}:`);
  if (hand.examples)
    command.addHelpText('after', `\nExamples:\n${hand.examples.map((line) => `  ${line}\n`).join('')}`);
  if (words.includes(name)) (await hand.load()).add(command, runners);
}

async function addNoun(program: Commander, name: string, parts: Parts): Promise<void> {
  const aliases = aliasesOf(name);
  const command = program
    .command(name)
    .aliases(aliases)
    .description(nouns[name]?.about ?? '')
    .helpGroup(`${nouns[name]?.group}:`);
  if (!parts.words.some((word) => word === name || aliases.includes(word))) return;
  command.usage('<verb> [name or id] [flags]');
  for (const entry of commandsOf(name)) addVerb(command, entry, parts);
  for (const hand of handCommands)
    if (hand.name === name && hand.verb !== undefined) await addWritten(command, hand, parts);
}

function addVerb(noun: Commander, entry: Command, { words, runTable }: Parts): void {
  const isOnly = entry.noun === 'activity' && entry.verb === 'list';
  const command = noun.command(entry.verb, { isDefault: isOnly }).summary(entry.summary);
  command.description(`${entry.summary}.\n\n${entry.about}`);
  const others = verbAliases[entry.verb] ?? [];
  command.aliases(others);
  if (!isOnly && !words.some((word) => word === entry.verb || others.includes(word))) return;
  const isMany = takesMany(entry);
  for (const argument of entry.args) command.addArgument(argumentOf(argument, isMany));
  const own = optionsFor(entry.flags, command);
  const common = commonOptions(entry);
  for (const option of common) command.addOption(option);
  command.action((...given: unknown[]) => {
    const options = given[entry.args.length] as Record<string, unknown>;
    const written = {
      // Several things are one argument of commander's.
      words: given.slice(0, entry.args.length).flat() as (string | undefined)[],
      flags: own(options),
      body: options.body as string | undefined,
      removeTags: options.removeTag as string[] | undefined,
    };
    return runTable(entry, written, options);
  });
}

const argumentOf = ({ name, noun, in: place, by }: Command['args'][number], isMany: boolean): Argument =>
  isMany
    ? new Argument(`<${noun ?? name}...>`, `${by}; several, or - for those on standard input`)
    : new Argument(place === 'body' ? `[${name}]` : `<${noun ?? name}>`, by);

/** Adds a command's own flags, and answers what reads them from commander's options. */
function optionsFor(
  flags: readonly Flag[],
  command: Commander,
): (options: Record<string, unknown>) => Written['flags'] {
  const readers = flags.map((flag) => {
    const options = optionsOf(flag);
    for (const option of options) command.addOption(option);
    const keys = [...new Set(options.map((option) => option.attributeName()))];
    return { flag, keys };
  });
  return (given) =>
    Object.fromEntries(
      readers.flatMap(({ flag, keys }) => {
        const value = keys.map((key) => given[key]).find((found) => found !== undefined);
        return value === undefined ? [] : [[flag.name, value as Written['flags'][string]]];
      }),
    );
}

const repeatable = new Set(['list', 'map', 'numbers', 'objects']);

/** The options of one flag: it, its other name, and for yes and no its opposite. */
export function optionsOf(flag: Flag): Option[] {
  if (flag.type === 'boolean') {
    const no = new Option(`--no-${flag.name}`).hideHelp();
    return [new Option(`--${flag.name}`, `${aboutOf(flag)} (--no-${flag.name})`), no];
  }
  const names = flag.also === undefined ? [flag.name] : [flag.name, flag.also];
  return names.map((name, i) => {
    const option = new Option(`--${name} <${placeholderOf(flag)}>`, aboutOf(flag));
    if (repeatable.has(flag.type)) option.argParser(collected);
    return i === 0 ? option : option.hideHelp();
  });
}

const collected = (text: string, before: string[] | undefined): string[] => [...(before ?? []), text];

function placeholderOf({ type, noun, fields, values }: Flag): string {
  if (fields) return '…';
  if (noun) return 'name|id';
  if (values && type === 'string') return 'word';
  return (
    { string: 'text', text: 'text|@file', secret: '@file', json: '@file', list: 'words', map: 'key=value' }[
      type as string
    ] ?? (type === 'numbers' ? 'numbers' : 'number')
  );
}

/** More values than these are too many to read. */
const mostValues = 20;

function aboutOf({ about, example, values = [], fields, required, nullable, noun, type, ...flag }: Flag): string {
  const usual = defaultOf(flag);
  const notes = [
    required && 'required',
    values.length > 0 && `one of ${values.slice(0, mostValues).join(', ')}${values.length > mostValues ? ', …' : ''}`,
    example !== undefined && `such as ${example}`,
    fields &&
      `comma-separated field=value: ${fields.map(({ name, required: must }) => (must ? name : `[${name}]`)).join(',')}; or @file`,
    (type === 'objects' || type === 'map' || (type === 'list' && noun)) && 'repeatable',
    usual !== '' && `by default ${usual}`,
    nullable && '"null" clears it',
  ].filter(Boolean);
  return notes.length > 0 ? `${about} (${notes.join('; ')})` : about;
}

/** A default as it is written; an object's is that of its fields. */
function defaultOf({ default: usual }: Pick<Flag, 'default'>): string {
  const isList = Array.isArray(usual) && usual.every((one) => typeof one !== 'object');
  return usual === undefined || (typeof usual === 'object' && !isList) ? '' : String(usual);
}

/** The flags that every command has, as they were given. */
export const globalsOf = (program: Commander): Globals & Pick<Session['globals'], 'context'> => program.opts<Globals>();
