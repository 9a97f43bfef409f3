import { refuse, sendJson } from '#lib/local/front/reply.ts';
import { pathOf } from '#lib/local/front/routing.ts';
import type { LocalRoutes } from '#lib/local/front/server.ts';
import type { LocalGateway } from '#lib/local/gateway/start.ts';
import type { LocalMail } from '#lib/local/mailbox/open.ts';
import { assetAt, sendAsset } from '#lib/local/pages/assets.ts';
import { pageAt, sendPage } from '#lib/local/pages/page.ts';
import type { CivilOffset } from '#lib/local/schedules/civil-offset.ts';
import type { ScheduleRunner } from '#lib/local/schedules/runner.ts';
import { ApiError } from '#lib/model/platform/errors.ts';
import type { Methods } from './body.ts';
import { checkOrigin, checkUser } from './caller.ts';
import { moveClock, showClock } from './clock.ts';
import { gatewayRoutes } from './gateway.ts';
import { showOutbox } from './outbox.ts';

interface Parts {
  clock: CivilOffset;
  schedules: ScheduleRunner;
  mail: Pick<LocalMail, 'dir' | 'office'>;
  gateway: LocalGateway;
  baseUrl: string;
}

/**
 * The routes under /dev (contract 4.11), for programs of our own user only, and the pages. Requests from pages of other
 * sites are refused.
 */
export function devRoutes({ clock, schedules, mail, gateway, baseUrl }: Parts): LocalRoutes {
  const routes: Record<string, Methods> = {
    '/dev/clock': { GET: () => showClock(clock), POST: (req) => moveClock(req, clock, schedules) },
    '/dev/outbox': { GET: (req) => showOutbox(req, mail) },
  };
  const atGateway = gatewayRoutes(gateway);
  const methodsAt = (path: string): Methods | undefined =>
    pageRoute(path) ?? (Object.hasOwn(routes, path) ? routes[path] : atGateway(path));
  return async (req, res) => {
    const { url = '/', method = 'GET' } = req;
    const path = pathOf(url);
    try {
      if (path.startsWith('/dev')) await checkUser(req);
      checkOrigin(req, baseUrl, pageAt(path) !== undefined);
      const answer = await handlerOf(methodsAt(path), method)(req, res);
      if (answer) sendJson(res, 200, answer);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const { status, code, message, headers } = error;
      refuse(req, res, { status, code, error: message, headers, close: !req.complete });
    }
  };
}

function pageRoute(path: string): Methods | undefined {
  const asset = assetAt(path);
  if (asset) return { GET: (_req, res) => sendAsset(res, asset) };
  const page = pageAt(path);
  return page ? { GET: (_req, res) => sendPage(res, page) } : undefined;
}

function handlerOf(methods: Methods | undefined, method: string) {
  if (methods === undefined) throw new ApiError('no_such_route', 'no such route');
  const handler = methods[method === 'HEAD' ? 'GET' : method];
  if (handler) return handler;
  const Allow = Object.keys(methods).join(', ');
  throw new ApiError('method_not_allowed', `method not allowed (${Allow})`, { headers: { Allow } });
}
