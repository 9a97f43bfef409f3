import * as z from 'zod';
import { wholeNumber } from './common.ts';

/** A list reply: the items, and `next_cursor`, which is "" at the end (contract 0.2). */
export const listOf = <K extends string, T extends z.ZodType>(plural: K, item: T) =>
  z.strictObject({ [plural]: z.array(item), next_cursor: z.string() } as { [P in K]: z.ZodArray<T> } & {
    next_cursor: z.ZodString;
  });

const paging = {
  limit: wholeNumber(1, 200).prefault(50),
  cursor: z.string().max(1024).optional(),
  sort: z.enum(['created_at', '-created_at', 'name']).default('-created_at'),
};

/** The query of a list route: a page, an order, and exact-match filters with alternatives between commas. */
export interface ListQuery {
  limit: number;
  cursor?: string | undefined;
  sort: 'created_at' | '-created_at' | 'name';
  [filter: string]: unknown;
}

/** The schema of a list route's query (contract 1.8): `limit`, `cursor`, `sort` and these filters. */
export function listQuery<F extends string>(...filters: F[]) {
  const own = Object.fromEntries(filters.map((name) => [name, z.string().min(1).max(512).optional()]));
  return z.strictObject({ ...paging, ...(own as Record<F, z.ZodOptional<z.ZodString>>) });
}

/** The schema of a list query of resources with tags, which `tag.<key>` filters. */
export function taggedListQuery<F extends string>(...filters: F[]) {
  return z
    .object(listQuery(...filters).shape)
    .catchall(z.string().min(1).max(512))
    .superRefine((query, context) => {
      const known = Object.keys(listQuery(...filters).shape);
      const strange = Object.keys(query).filter((name) => !known.includes(name) && !tagFilter.test(name));
      if (strange.length > 0) context.addIssue({ code: 'unrecognized_keys', keys: strange, input: query });
    });
}

/** Checks a filter with known values. A misspelt value would give an empty list, which reads as "there is none". */
export const knownValues =
  (filter: string, known: readonly string[]) =>
  (query: Record<string, unknown>, context: z.RefinementCtx): void => {
    const wanted = typeof query[filter] === 'string' ? query[filter].split(',') : [];
    if (wanted.every((value) => known.includes(value))) return;
    context.addIssue({ code: 'custom', path: [filter], message: `is not one of ${known.join(', ')}` });
  };

/** `tag.` and a key of contract 1.1. */
const tagFilter = /^tag\.[A-Za-z0-9._:/-]{1,63}$/;

/** The filters of a query, by attribute path: `tag.<key>` is `tags.<key>`. */
export function filtersOf({ limit: _, cursor: __, sort: ___, ...rest }: ListQuery): [path: string, values: string[]][] {
  return Object.entries(rest)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => [name.startsWith('tag.') ? `tags.${name.slice(4)}` : name, String(value).split(',')]);
}
