import type { Route } from './document.ts';
import type { Walker } from './walker.ts';

/** The row of a list. */
export type Row = Readonly<Record<string, unknown>>;

/** One list, walked in pages of a size, beside what it is without one. */
export interface Walked {
  readonly operation: string;
  readonly limit: number;
  readonly whole: readonly string[];
  readonly paged: readonly string[];
  /** How many rows each page had. */
  readonly sizes: readonly number[];
}

/** Fields that say when something was last used, which the walk itself uses. */
const unsteady = new Set(['last_used_at', 'last_seen_at']);

/** Walks a list to its end in pages of this size, and in those that it has by itself; anew where it changed. */
export async function walked(walker: Walker, route: Route, limit: number, tries = 3): Promise<Walked> {
  const texts = (pages: Row[][]) => pages.flat().map((row) => JSON.stringify(row, steady));
  const whole = texts(await pagesOf(walker, route));
  const pages = await pagesOf(walker, route, { limit });
  const isSteady = String(texts(await pagesOf(walker, route))) === String(whole);
  if (!isSteady && tries > 1) return walked(walker, route, limit, tries - 1);
  return { operation: route.id, limit, whole, paged: texts(pages), sizes: pages.map(({ length }) => length) };
}

const steady = (name: string, value: unknown): unknown => (unsteady.has(name) ? undefined : value);

/** The rows of each page of a list, to its end. Throws where one is refused. */
export async function pagesOf(walker: Walker, route: Route, query: object = {}): Promise<Row[][]> {
  const args = walker.argsOf(route, { query: { ...query } });
  const pages: Row[][] = [];
  for (let cursor: string | undefined; cursor !== ''; ) {
    const { body, status, message } = await walker.ask(route, { ...args, query: { ...args.query, cursor } });
    if (status !== 200) throw new Error(`${route.id}: page ${pages.length + 1}: ${status} ${message}`);
    const reply = body as Record<string, Row[]> & { next_cursor: string };
    const rows = reply[route.items ?? ''] ?? [];
    // The feed shows the newest first, each page oldest first: its pages lead back.
    if (route.id === 'listActivity') pages.unshift(rows);
    else pages.push(rows);
    cursor = reply.next_cursor;
  }
  return pages;
}

/** Parameters of a list that are not filters. */
const noFilters = new Set(['limit', 'cursor', 'sort', 'from', 'to', 'period', 'step_seconds']);

/**
 * What is wrong with the filters of a list: each is asked for with the value that one row has under its name, and
 * answers all rows with that value and no others; anew where the list changed meanwhile.
 */
export async function filterFaults(walker: Walker, route: Route, tries = 3): Promise<string[]> {
  const faults: string[] = [];
  const rows = (await pagesOf(walker, route)).flat();
  for (const name of Object.keys(route.options).filter((option) => !noFilters.has(option))) {
    const value = rows.map((row) => row[name]).find((each) => typeof each === 'string' || typeof each === 'boolean');
    if (value === undefined || String(value) === '') continue;
    const found = (await pagesOf(walker, route, { [name]: String(value) })).flat();
    const ids = new Set(found.map(({ id }) => id));
    const isMissed = rows.some((row) => row[name] === value && !ids.has(row.id));
    if (isMissed || found.some((row) => row[name] !== value)) faults.push(`${route.id}: ${name}=${value} misses`);
  }
  const texts = (list: Row[]) => list.map((row) => JSON.stringify(row, steady));
  const isSteady = async () => String(texts((await pagesOf(walker, route)).flat())) === String(texts(rows));
  if (faults.length > 0 && tries > 1 && !(await isSteady())) return filterFaults(walker, route, tries - 1);
  return faults;
}

/** A parameter with its example; the example of one that stands for several is made of these. */
function flat([name, example]: [string, unknown]): [string, unknown][] {
  if (example === undefined) return [];
  return typeof example === 'object' && example ? Object.entries(example) : [[name, example]];
}

/** What is wrong with the other parameters of a read: each is sent as it is printed, the ends of a time as one. */
export async function optionFaults(walker: Walker, route: Route): Promise<string[]> {
  const faults: string[] = [];
  const given = Object.entries(route.options).flatMap(flat);
  const times = given.filter(([name]) => name === 'from' || name === 'to');
  const queries = [...given.filter((one) => !times.includes(one)).map((one) => [one]), times];
  for (const query of queries.filter(({ length }) => length > 0)) {
    const asked = walker.known.inPlaceOf(Object.fromEntries(query), route.path);
    const { status, message } = await walker.ask(route, walker.argsOf(route, { query: asked }));
    if (status !== 200) faults.push(`${route.id}: ${status} ${message} for ${JSON.stringify(asked)}`);
  }
  return faults;
}
