import * as z from 'zod';
import { ApiError } from '#lib/model/platform/errors.ts';
import { unsignedQuery } from '#lib/standards/sigv4/query.ts';
import type { Route } from './definition.ts';
import type { Exchange } from './exchange.ts';
import { invalid } from './problems.ts';

export const nothing = z.strictObject({});
const rehearsal = { dry_run: z.enum(['true', 'false']).optional() };

/** The query as the route's schema parses it. The result is cached in the exchange. 400 for an invalid query. */
export function readQuery(exchange: Exchange): Record<string, unknown> {
  exchange.query ??= parse(querySchema(exchange), queryOf(exchange), 'query') as Record<string, unknown>;
  return exchange.query;
}

/** A schema is compiled when it first parses, which takes longer than to parse. */
const rehearsed = new WeakMap<Route, z.ZodType>();

function querySchema({ route }: Exchange): z.ZodType {
  const own = route.query ?? nothing;
  if (!route.dryRun || !(own instanceof z.ZodObject)) return own;
  const schema = rehearsed.get(route) ?? own.extend(rehearsal);
  rehearsed.set(route, schema);
  return schema;
}

function queryOf({ request }: Exchange): Record<string, string> {
  const pairs = new URLSearchParams(unsignedQuery(request.rawQuery));
  const names = new Set<string>();
  for (const name of pairs.keys()) {
    if (names.has(name)) throw new ApiError('validation_failed', `${name.slice(0, 64)}: is given twice`);
    names.add(name);
  }
  // As a property name, `__proto__` would set the prototype, and no schema would see it.
  if (names.has('__proto__')) throw new ApiError('unknown_field', 'unknown query parameter "__proto__"');
  return Object.fromEntries(pairs);
}

/** Parses a query or a body by its schema. 400 that names what is invalid. */
export function parse(schema: z.ZodType, input: unknown, place: 'query' | 'body'): unknown {
  const result = schema.safeParse(input);
  if (!result.success) throw invalid(result.error.issues, place, input);
  return result.data;
}
