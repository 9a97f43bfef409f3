import type { IncomingMessage } from 'node:http';
import { refuse, sendJson } from '#lib/local/front/reply.ts';
import { pathOf } from '#lib/local/front/routing.ts';
import type { LocalRoutes } from '#lib/local/front/server.ts';
import type { CivilOffset } from '#lib/local/ticks/civil-offset.ts';
import type { TickRunner } from '#lib/local/ticks/runner.ts';
import { ApiError } from '#lib/model/errors.ts';
import { moveClock, showClock } from './clock.ts';

type Methods = Record<string, (req: IncomingMessage) => object | Promise<object>>;

/** The routes under /dev (contract 4.11), for this machine alone: pages of other sites are refused. */
export function devRoutes(parts: { clock: CivilOffset; ticks: TickRunner; baseUrl: string }): LocalRoutes {
  const { clock, ticks, baseUrl } = parts;
  const routes: Record<string, Methods> = {
    '/dev/clock': { GET: () => showClock(clock), POST: (req) => moveClock(req, clock, ticks) },
  };
  return async (req, res) => {
    try {
      checkOrigin(req, baseUrl);
      const methods = Object.hasOwn(routes, pathOf(req.url ?? '/')) ? routes[pathOf(req.url ?? '/')] : undefined;
      sendJson(res, 200, await handlerOf(methods, req.method ?? 'GET')(req));
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const { status, code, message, headers } = error;
      refuse(req, res, { status, code, error: message, headers, close: !req.complete });
    }
  };
}

function handlerOf(methods: Methods | undefined, method: string) {
  if (methods === undefined) throw new ApiError('no_such_route', 'no such route');
  const handler = methods[method === 'HEAD' ? 'GET' : method];
  if (handler) return handler;
  const Allow = Object.keys(methods).join(', ');
  throw new ApiError('method_not_allowed', `method not allowed (${Allow})`, { headers: { Allow } });
}

function checkOrigin({ headers }: IncomingMessage, baseUrl: string): void {
  const { origin } = headers;
  if (origin !== undefined && origin !== baseUrl) {
    throw new ApiError('cross_origin', `origin: ${JSON.stringify(origin)} is not ${baseUrl}`);
  }
}
