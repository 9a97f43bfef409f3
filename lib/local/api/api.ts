import { noSuchRoute } from '#lib/local/front/refusals.ts';
import { internal } from '#lib/local/front/reply.ts';
import { routedAs } from '#lib/local/front/routing.ts';
import type { Log } from '#lib/local/log.ts';
import { type ApiRequest, eventOf } from './event.ts';
import { type ApiReply, refusalReply, replyOf } from './reply.ts';
import type { Routes } from './routes.ts';

/**
 * Answers requests as API Gateway does: by the function of their route. A function that throws, and an answer that is
 * not a handler's, are replies of status 500 in the API's form.
 */
export type Api = (request: ApiRequest) => Promise<ApiReply>;

/** Runs a function by its key in functions.yml. */
export type RunFunction = (key: string, event: object) => Promise<unknown>;

/** The API of these routes, whose functions are run by `run`. What they throw is logged. */
export function apiOf(routes: Routes, run: RunFunction, log?: Pick<Log, 'warn'>): Api {
  return async (request) => {
    const routed = routedAs(request.method, request.target);
    const found = routed ? routes.find(routed.method, routed.path) : routes.fallback();
    if (!found) return refusalReply(noSuchRoute);
    const result = await run(found.function, eventOf(request, found)).catch((error: Error) => {
      log?.warn(`${found.function} threw: ${error.stack}`);
    });
    return replyOf(result) ?? refusalReply(internal());
  };
}
