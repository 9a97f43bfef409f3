import type { Exchange } from '#lib/edge/exchange.ts';
import { readJson } from '#lib/edge/json.ts';
import { nothing, parse, readQuery } from '#lib/edge/query.ts';
import { ApiError } from '#lib/model/platform/errors.ts';

/**
 * Step 7: parses the request by the route's schemas. A path parameter that no id can have is a 404. A 400 for query or
 * body waits in `exchange.invalid`, because the Idempotency-Key takes precedence.
 */
export function schema(exchange: Exchange): void {
  const { route } = exchange;
  const params = (route.params ?? nothing).safeParse(exchange.event.pathParameters ?? {});
  try {
    const query = readQuery(exchange);
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

function bodyOf({ request }: Exchange): unknown {
  return request.body.length === 0 ? {} : readJson(request.body);
}
