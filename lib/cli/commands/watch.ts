import { setTimeout as pause } from 'node:timers/promises';
import type { Command } from 'commander';
import { exits, Failure, usage } from '#lib/cli/failure.ts';
import { platformClock } from '#lib/cli/output/platform-clock.ts';
import { Screen } from '#lib/cli/output/screen.ts';
import { drawTable } from '#lib/cli/output/table.ts';
import { isShown, paint, plain, print } from '#lib/cli/output/terminal.ts';
import { prepare } from '#lib/cli/run/request.ts';
import type { Session } from '#lib/cli/run/session.ts';
import { commandsOf } from '#lib/cli/table/commands.ts';
import { nounOf } from '#lib/cli/table/nouns.ts';
import type { Command as Entry } from '#lib/cli/table/types.ts';
import { SvcError } from '#lib/client/error.ts';
import type { AnyArgs } from '#lib/client/outgoing.ts';
import type { Runners } from './command.ts';

interface Flags {
  readonly interval: string;
  readonly filter?: readonly string[];
}

const collected = (text: string, before: string[] | undefined): string[] => [...(before ?? []), text];

/** `svc watch`: a list that stays on the screen, until Ctrl-C. */
export function add(command: Command, { run }: Runners): void {
  command
    .argument('<nouns>', 'what to list: instances, volumes, …')
    .argument('[of]', 'the parent resource, if the list needs one: svc watch firewall-rules web')
    .option('--filter <field=value>', 'a filter of the list; repeatable', collected)
    .option('--interval <seconds>', 'seconds between updates', '2')
    .action(run((session, word: string, of: string | undefined, flags: Flags) => watched(session, word, of, flags)));
}

type Row = Readonly<Record<string, unknown>>;

/** One look at a list. */
type Look = () => Promise<readonly Row[]>;

async function watched(session: Session, word: string, of: string | undefined, flags: Flags): Promise<void> {
  const interval = 1000 * Number(flags.interval);
  if (!(interval >= 100)) throw usage('--interval: must be a number of seconds of at least 0.1');
  const entry = listOf(word);
  const [needed] = entry.args;
  if (needed && of === undefined)
    throw usage(`watch: of which ${needed.noun ?? needed.name}?`, `svc watch ${word} NAME`);
  const { args } = await prepare(session, entry, { words: entry.args.map(() => of), flags: {} });
  const query = { ...args.query, limit: 200, ...filtersOf(flags.filter ?? []) };
  const look = () => rowsOf(session, entry, { ...args, query });
  // The first look tells what is wrong with the list before the screen is taken.
  const first = await look();
  const isDrawn = isShown(process.stdout) && session.format === 'table';
  try {
    await (isDrawn ? onScreen(session, entry, first, look, interval) : inLines(session, first, look, interval));
  } catch (error) {
    // Ctrl-C is how one stops looking.
    if (!session.signal.aborted) throw error;
    process.exitCode = exits.interrupted;
  }
}

function listOf(word: string): Entry {
  const entry = commandsOf(nounOf(word)).find(({ verb }) => verb === 'list');
  if (entry) return entry;
  throw new Failure(`watch: there is no list of "${word}"`, { exit: exits.usage, code: 'usage', hint: 'svc --help' });
}

function filtersOf(texts: readonly string[]): Record<string, string> {
  const pairs = texts.map((text) => {
    const at = text.indexOf('=');
    if (at < 1) throw usage(`--filter: "${text}" is not field=value (--filter status=running)`);
    return [text.slice(0, at), text.slice(at + 1)];
  });
  return Object.fromEntries(pairs);
}

/** A list has one field of items, whatever it is called. */
async function rowsOf({ client }: Session, { operation }: Entry, args: AnyArgs): Promise<Row[]> {
  const { body } = await client.request(operation, args);
  return Object.values(body as Readonly<Record<string, unknown>>).find((field) => Array.isArray(field)) ?? [];
}

/** Waits between two looks; what passes by itself does not end the watching. */
async function next(session: Session, look: Look, interval: number): Promise<readonly Row[] | SvcError> {
  await pause(interval, undefined, { signal: session.signal });
  try {
    return await look();
  } catch (error) {
    if (!session.signal.aborted && error instanceof SvcError && (error.status === 0 || error.status >= 500))
      return error;
    throw error;
  }
}

async function onScreen(session: Session, entry: Entry, first: readonly Row[], look: Look, interval: number) {
  let rows = first;
  let trouble: string | undefined;
  const screen = new Screen();
  const draw = () => screen.draw(linesOf(session, entry, rows, trouble, screen.rows));
  process.stdout.on('resize', draw);
  try {
    for (;;) {
      draw();
      const found = await next(session, look, interval);
      trouble = found instanceof SvcError ? found.message : undefined;
      if (!(found instanceof SvcError)) rows = found;
    }
  } finally {
    process.stdout.off('resize', draw);
    screen.close();
  }
}

/** The list's columns; the first fields where it has none of its own. */
const columnsOf = (columns: readonly string[], row: Row = {}): readonly string[] =>
  columns.some((name) => (name.split('.')[0] ?? '') in row) ? columns : Object.keys(row).slice(0, 8);

function linesOf(
  { globals, settings }: Session,
  { noun, columns }: Entry,
  rows: readonly Row[],
  trouble: string | undefined,
  height: number,
): string[] {
  const width = process.stdout.columns || 80;
  const named = globals.columns?.split(',').map((name) => name.trim()) ?? columnsOf(columns, rows[0]);
  const look = { width, header: globals.header !== false, now: platformClock.now() };
  const table = rows.length > 0 ? drawTable(rows, named, look).text.trimEnd().split('\n') : ['nothing found'];
  const room = height - 3;
  const hidden = table.length - room;
  const shown = hidden > 0 ? [...table.slice(0, room - 1), `… ${hidden + 1} more`] : table;
  const title = `${noun} list at ${settings.endpoint}, ${new Date().toLocaleTimeString()}; Ctrl-C to stop`;
  const last = trouble === undefined ? [] : [paint(plain(trouble).slice(0, width), 'red', process.stdout)];
  return [paint(title.slice(0, width), 'dim', process.stdout), '', ...shown, ...last];
}

/** Where there is no screen: each row as a line of JSON, and again when it has changed or gone. */
async function inLines(session: Session, first: readonly Row[], look: Look, interval: number): Promise<void> {
  let known: ReadonlyMap<string, string> = new Map();
  for (let found: readonly Row[] | SvcError = first; ; found = await next(session, look, interval))
    if (!(found instanceof SvcError)) known = toldChanges(known, found);
}

/** Tells what differs from what is known, and answers what is known then. */
function toldChanges(known: ReadonlyMap<string, string>, rows: readonly Row[]): ReadonlyMap<string, string> {
  const now = new Map(rows.map((row) => [String(row.id ?? row.name ?? row.key), JSON.stringify(row)]));
  for (const [id, text] of now) if (known.get(id) !== text) print(text);
  for (const id of known.keys()) if (!now.has(id)) print(JSON.stringify({ id, deleted: true }));
  return now;
}
