import * as z from 'zod';
import { wholeNumber } from './common.ts';

/** A list reply: the items, and `next_cursor`, which is "" at the end (contract 0.2). */
export const listOf = <K extends string, T extends z.ZodType>(plural: K, item: T) =>
  z.strictObject({
    [plural]: z.array(item).describe('The items of this page.'),
    next_cursor: z.string().describe('The `cursor` of the next page; "" on the last page.').meta({ example: '' }),
  } as { [P in K]: z.ZodArray<T> } & { next_cursor: z.ZodString });

/** The query parameter for the size of a page. */
export const pageLimit = (usual: number) =>
  wholeNumber(1, 200).prefault(usual).describe('The maximum number of items.').meta({ example: 20 });

/** The query parameter for the start of a page. */
export const pageCursor = z
  .string()
  .max(1024)
  .optional()
  .describe('The `next_cursor` of the previous page, with the same filters and order; omit it for the first page.');

const orders = z.enum(['created_at', '-created_at', 'name']);
const newestFirst = 'The order: `-created_at` is newest first.';

const paging = {
  limit: pageLimit(50),
  cursor: pageCursor,
  sort: orders.default('-created_at').describe(newestFirst).meta({ example: '-created_at' }),
};

/** The maximum number of values in one filter (contract 1.8). */
const valuesAtMost = 100;

const filter = z.string().min(1).max(512).optional();

/** The filter by ids, separated by commas. */
export const idFilter = z
  .string()
  .min(1)
  .max(8192)
  .refine((text) => text.split(',').length <= valuesAtMost, `names more than ${valuesAtMost} values`)
  .optional()
  .describe('Only those with these ids, comma-separated; at most 100.');

/** The filter by a part of a name, an id or an address, in any case. */
const textFilter = filter.describe('Only those whose name, id or address contains this text, in any case.');

/** The query of a list route: a page, an order, and exact-match filters with alternatives separated by commas. */
export interface ListQuery {
  limit: number;
  cursor?: string | undefined;
  sort: 'created_at' | '-created_at' | 'name';
  [filter: string]: unknown;
}

/** The filters of every list of resources that have ids and names: `id` and `q`. */
export const named = { id: idFilter, q: textFilter };

/**
 * The schema of the query of a list of resources (contract 1.8): `limit`, `cursor`, `sort`, `id`, `q` and these
 * filters.
 */
export function listQuery<F extends string>(...filters: F[]) {
  return z.strictObject({ ...paging, ...named, ...ownFilters(filters) });
}

/** A field's name as people say it: `instance_id` is instance. */
const words = (name: string): string => name.replace(/_id$/, '').replaceAll('_', ' ');

function ownFilters<F extends string>(filters: readonly F[]) {
  const described = (name: string) =>
    filter.describe(`Only those with this ${words(name)}; separate several with commas.`);
  return Object.fromEntries(filters.map((name) => [name, described(name)])) as Record<F, typeof filter>;
}

/**
 * The schema of the query of a short list: a page has 200 items by default. If its items have no times, the list's own
 * order replaces the order by age and is the default.
 */
export function shortListQuery<F extends string = never>(...filters: F[]) {
  return z.strictObject({
    ...paging,
    limit: pageLimit(200),
    sort: orders
      .default('created_at')
      .describe("The order; `created_at` is the list's own.")
      .meta({ example: 'created_at' }),
    ...ownFilters(filters),
  });
}

const ages = z.enum(['created_at', '-created_at']);

/** The query parameters of a page in the order of age, with this default size. */
export const pageByAge = (usual: number) => ({
  limit: pageLimit(usual),
  cursor: pageCursor,
  sort: ages.default('-created_at').describe(newestFirst).meta({ example: '-created_at' }),
});

/** The schema of the query of a list in the order of age only: a page, `id`, `q` and these filters. */
export const listByAgeQuery = <F extends string>(...filters: F[]) =>
  z.strictObject({ ...pageByAge(50), ...named, ...ownFilters(filters) });

/** The schema of the query of a list of overdue items, longest overdue first, with these filters. */
export const dueQuery = <F extends string>(...filters: F[]) =>
  z.strictObject({
    ...pageByAge(200),
    sort: ages
      .default('created_at')
      .describe('The order: `created_at` is the longest overdue first.')
      .meta({ example: 'created_at' }),
    ...ownFilters(filters),
  });

/** The schema of the query of a log, whose entries have times but no names. A page has the newest 200 by default. */
export const logQuery = z.strictObject(pageByAge(200));
export type LogQuery = z.infer<typeof logQuery>;

/** The filter by a tag. A tag may have an empty value (contract 1.1), which the empty text matches. */
const tagValue = z.string().max(512);

/** The schema of a list query of resources with tags, which `tag.<key>` filters. */
export const taggedListQuery = <F extends string>(...filters: F[]) => withTags(listQuery(...filters).shape);

/** The schema of a list query of these parameters, and of `tag.<key>`. */
export function withTags<Shape extends z.core.$ZodLooseShape>(shape: Shape) {
  return z
    .object(shape)
    .catchall(tagValue)
    .superRefine((query, context) => {
      const strange = Object.keys(query).filter((name) => !Object.hasOwn(shape, name) && !tagFilter.test(name));
      const unknown = strange.filter((name) => !looksLikeTag.test(name));
      for (const name of strange.filter((name) => looksLikeTag.test(name))) {
        context.addIssue({
          code: 'custom',
          path: [name],
          message: 'is not a filter; write tag.<key>=<value>, such as tag.role=db',
        });
      }
      if (unknown.length > 0) context.addIssue({ code: 'unrecognized_keys', keys: unknown, input: query });
    });
}

/** Checks a filter with known values. A misspelt value would give an empty list, which looks like "there is none". */
export const knownValues =
  (filter: string, known: readonly string[]) =>
  (query: Record<string, unknown>, context: z.RefinementCtx): void => {
    const wanted = typeof query[filter] === 'string' ? query[filter].split(',') : [];
    if (wanted.every((value) => known.includes(value))) return;
    context.addIssue({ code: 'custom', path: [filter], message: `is not one of ${known.join(', ')}` });
  };

/** `tag.` and a key of contract 1.1. */
const tagFilter = /^tag\.[A-Za-z0-9._:\/\-]{1,63}$/v;

/** Spellings that clients try for the filter by tags. */
const looksLikeTag = /^(tags?([:[]|$)|tags\.)/;

/** The attributes that `q` searches: name, id and addresses. */
const searched = [
  ...['id', 'name', 'username', 'email', 'url', 'address', 'cidr', 'cidrs'],
  ...['private_ip', 'public_ip', 'public_hostname', 'elastic_ip'],
] as const;

/** Whether a name, the id or an address of this resource contains `q`, in any case (contract 1.8). */
export function isFound(row: object, q: unknown): boolean {
  if (typeof q !== 'string') return true;
  const wanted = q.toLowerCase();
  const holds = (value: unknown): boolean =>
    typeof value === 'string'
      ? value.toLowerCase().includes(wanted)
      : typeof value === 'object' && value !== null && Object.values(value).some(holds);
  return searched.some((name) => holds((row as Record<string, unknown>)[name]));
}

/** The filters of a query except `q`, by attribute path: `tag.<key>` becomes `tags.<key>`. */
export function filtersOf({
  limit: _,
  cursor: __,
  sort: ___,
  q: ____,
  ...rest
}: ListQuery): [path: string, values: string[]][] {
  return Object.entries(rest)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => [name.startsWith('tag.') ? `tags.${name.slice(4)}` : name, String(value).split(',')]);
}

/** Whether a resource passes the filters of a query except `q`. A null attribute passes none. */
export const isMatched = (row: object, query: ListQuery): boolean =>
  filtersOf(query).every(([name, values]) => {
    const { tags = {}, ...fields } = row as Record<string, unknown> & { tags?: Record<string, unknown> };
    const value = (name.startsWith('tags.') ? tags[name.slice(5)] : fields[name]) ?? null;
    return value !== null && values.includes(String(value));
  });
