import { usage } from '#lib/cli/failure.ts';
import { valueAt } from '#lib/cli/output/cells.ts';
import { show } from '#lib/cli/output/output.ts';
import { isShown, tell } from '#lib/cli/output/terminal.ts';
import type { Command } from '#lib/cli/table/types.ts';
import type { AnyArgs } from '#lib/client/outgoing.ts';
import type { How } from './how.ts';
import type { Session } from './session.ts';

/** Orders that the platform knows. */
const ofPlatform = new Set(['created_at', '-created_at', 'name']);

/** The reply to a list: its items and where the next page begins. */
type Page = Readonly<Record<string, unknown>> & { readonly next_cursor: string };

/** Shows one page of a list, or with `--all` every page. */
export async function showList(session: Session, command: Command, args: AnyArgs, how: How): Promise<void> {
  const { globals, format, client } = session;
  const sort = how.sort === undefined || ofPlatform.has(how.sort) ? undefined : how.sort;
  const asked = withQuery(args, { sort: sort === undefined ? how.sort : undefined, cursor: how.cursor });
  if (how.all && isStream(session, sort)) return stream(session, command, asked);
  const page = how.all
    ? await whole(session, command, asked)
    : ((await client.request(command.operation, asked)).body as Page);
  const rows = sort === undefined ? page : ordered(page, command.items ?? '', sort);
  await show(rows, { items: command.items, columns: command.columns }, globals, format);
  const isMore = !how.all && page.next_cursor !== '';
  if (isMore && !globals.quiet && isShown(process.stderr)) tell('there are more; --all shows everything');
}

/** Whether rows can be shown as they come. */
const isStream = ({ globals, format }: Session, sort: string | undefined): boolean =>
  globals.query === undefined && sort === undefined && (format === 'jsonl' || format === 'id');

function withQuery(args: AnyArgs, more: Record<string, string | undefined>): AnyArgs {
  const given = Object.entries(more).filter(([, value]) => value !== undefined);
  const query = { ...args.query, ...Object.fromEntries(given) };
  return Object.keys(query).length > 0 ? { ...args, query } : args;
}

/** Every page as it comes. */
async function stream({ client, globals, format }: Session, command: Command, args: AnyArgs): Promise<void> {
  for await (const page of client.pages(command.operation, args))
    await show(page, { items: command.items, columns: command.columns }, globals, format);
}

/** All pages as one reply: that of the last page, with the items of all. */
async function whole({ client }: Session, command: Command, args: AnyArgs): Promise<Page> {
  const items = command.items ?? '';
  const rows: unknown[] = [];
  let last: Page = { next_cursor: '' };
  for await (const page of client.pages(command.operation, args)) {
    last = page as Page;
    rows.push(...(last[items] as unknown[]));
  }
  return { ...last, [items]: rows };
}

/** A page in the order of a field, `-` before it for the other way round. Refuses a field that no row has. */
function ordered(page: Page, items: string, sort: string): Page {
  const rows = page[items] as unknown[];
  const field = sort.replace(/^-/, '');
  const sign = sort.startsWith('-') ? -1 : 1;
  if (rows.length > 0 && rows.every((row) => valueAt(row, field) === undefined))
    throw usage(`sort: there is no field "${field}" (${Object.keys(rows[0] as object).join(', ')})`);
  return { ...page, [items]: rows.toSorted((a, b) => sign * compared(valueAt(a, field), valueAt(b, field))) };
}

function compared(a: unknown, b: unknown): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  return String(a ?? '').localeCompare(String(b ?? ''), 'en', { numeric: true });
}
