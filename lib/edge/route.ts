import middy from '@middy/core';
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import type * as z from 'zod';
import type { Context, PublicContext } from '#lib/domain/platform/context.ts';
import { wireStore } from '#lib/domain/platform/wire.ts';
import { civilNow } from '#lib/drivers/clocks/civil.ts';
import { withTimeout } from '#lib/drivers/clocks/real.ts';
import { ApiError } from '#lib/model/platform/errors.ts';
import { contextOf } from './context.ts';
import type { Definition, Route, Verb } from './definition.ts';
import type { Exchange } from './exchange.ts';
import { idempotency } from './keyed.ts';
import { answerError, answerReply } from './outcome.ts';
import { permitted } from './permitted.ts';
import { checked } from './reply.ts';
import { readRequest } from './request.ts';
import { authenticate } from './steps/authenticate.ts';
import { operators } from './steps/operators.ts';
import { policy } from './steps/policy.ts';
import { rateLimit } from './steps/rate-limit.ts';
import { crossOrigin, mediaType, size } from './steps/request-checks.ts';
import { schema } from './steps/schema.ts';
import { awaitSettled } from './wait.ts';

/** The deadline of a request in milliseconds, shorter than the gateway's. */
const deadline = 28_000;

/** Steps 2 to 8 of contract 1.4, in order. The gateway does step 1, and the verb does the later ones. */
const steps: readonly ((exchange: Exchange) => void | Promise<void>)[] = [
  size,
  mediaType,
  authenticate,
  crossOrigin,
  rateLimit,
  operators,
  schema,
  idempotency,
  policy,
];

export type Handler = ((
  event: APIGatewayProxyEventV2,
  context?: unknown,
) => Promise<APIGatewayProxyStructuredResultV2>) & {
  route: Route;
};

/** Makes the handler of a route. It runs the fixed chain around the verb, answers every outcome and never throws. */
export function route<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType, R extends z.ZodType>(
  definition: Definition<P, Q, B, R> & { public: true },
  verb: Verb<P, Q, B, R, PublicContext>,
): Handler;
export function route<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType, R extends z.ZodType>(
  definition: Definition<P, Q, B, R>,
  verb: Verb<P, Q, B, R, Context>,
): Handler;
export function route(definition: Omit<Route, 'verb'>, verb: unknown): Handler {
  wireStore();
  const own = { ...definition, verb } as Route;
  const chain = middy<Exchange, APIGatewayProxyStructuredResultV2>(run);
  for (const step of steps) chain.before(({ event }) => step(event) as Promise<undefined>);
  chain.onError(async (request) => {
    request.response = await answerError(request.event, request.error);
  });
  const handler = async (event: APIGatewayProxyEventV2) =>
    isOfNoRoute(event)
      ? (await import('./refuse-unrouted.ts')).refuseUnrouted(event)
      : chain(open(own, event), {} as never);
  return Object.assign(handler, { route: own }) as Handler;
}

/**
 * Whether no route serves the request. A deployed API lists GET as ANY, so that HEAD needs no second route
 * (lib/deploy/http-api.ts); other methods then come here.
 */
function isOfNoRoute({ routeKey, requestContext }: APIGatewayProxyEventV2): boolean {
  return routeKey.startsWith('ANY ') && !['GET', 'HEAD'].includes(requestContext.http.method);
}

async function run(exchange: Exchange): Promise<APIGatewayProxyStructuredResultV2> {
  const context = contextOf(exchange) as Context;
  const work = async () => {
    const reply = await exchange.route.verb(context, exchange.input);
    const settled = await awaitSettled(exchange, context, reply);
    return exchange.committed && settled === reply ? reply : checked(exchange, await permitted(exchange, settled));
  };
  const late = () =>
    new ApiError('timeout', `no answer within ${deadline / 1000} seconds; quote ${exchange.request.id}`);
  return answerReply(exchange, await withTimeout(work(), deadline, late));
}

function open(own: Route, event: APIGatewayProxyEventV2): Exchange {
  return {
    route: own,
    event,
    request: readRequest(event),
    now: civilNow(),
    principal: undefined,
    actor: undefined,
    credential: undefined,
    rate: undefined,
    limit: 0,
    prefetched: {},
    query: undefined,
    keyed: undefined,
    input: { params: {}, query: {}, body: {} },
    reply: { headers: {}, cookies: [] },
    invalid: undefined,
    absent: undefined,
    dryRun: false,
    matched: false,
    committed: false,
  };
}
