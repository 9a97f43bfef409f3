import * as z from 'zod';
import { unsignedQuery } from '#lib/drivers/sigv4/query.ts';
import type { Route } from '#lib/edge/definition.ts';
import type { Exchange } from '#lib/edge/exchange.ts';
import { readJson } from '#lib/edge/json.ts';
import { invalid } from '#lib/edge/problems.ts';
import { ApiError } from '#lib/model/platform/errors.ts';

const nothing = z.strictObject({});
const rehearsal = { dry_run: z.enum(['true', 'false']).optional() };

/**
 * Step 7: parses the request by the route's schemas. A path parameter that no id can have is a 404. A 400 for query or
 * body waits in `exchange.invalid`, because the Idempotency-Key takes precedence.
 */
export function schema(exchange: Exchange): void {
  const { route } = exchange;
  const params = (route.params ?? nothing).safeParse(exchange.event.pathParameters ?? {});
  try {
    const query = parse(querySchema(exchange), queryOf(exchange), 'query') as Record<string, unknown>;
    const { dry_run, ...rest } = query;
    exchange.dryRun = Boolean(route.dryRun) && dry_run === 'true';
    const body = exchange.request.reads ? {} : parse(route.body ?? nothing, bodyOf(exchange), 'body');
    exchange.input = { params: params.data ?? exchange.event.pathParameters, query: route.dryRun ? rest : query, body };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    exchange.input = { params: params.data ?? exchange.event.pathParameters, query: {}, body: {} };
    exchange.invalid = error;
  }
  if (!params.success) exchange.absent = new ApiError('not_found', `${exchange.request.path} not found`);
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
  // As a property name it would set the prototype, and no schema would see it.
  if (names.has('__proto__')) throw new ApiError('unknown_field', 'unknown query parameter "__proto__"');
  return Object.fromEntries(pairs);
}

function bodyOf({ request }: Exchange): unknown {
  return request.body.length === 0 ? {} : readJson(request.body);
}

function parse(schema: z.ZodType, input: unknown, place: 'query' | 'body'): unknown {
  const result = schema.safeParse(input);
  if (!result.success) throw invalid(result.error.issues, place, input);
  return result.data;
}
