import type { IncomingMessage } from 'node:http';
import { readMailbox } from '#lib/drivers/mail/mailbox.ts';
import { deliveryMark } from '#lib/drivers/webhooks/delivery.ts';
import { refuse, sendJson } from '#lib/local/front/reply.ts';
import { pathOf } from '#lib/local/front/routing.ts';
import type { LocalRoutes } from '#lib/local/front/server.ts';
import type { LocalGateway } from '#lib/local/gateway/start.ts';
import type { LocalMail } from '#lib/local/mailbox/open.ts';
import { assetAt, sendAsset } from '#lib/local/pages/assets.ts';
import { ledTo, pageFor, sendPage, sendTo } from '#lib/local/pages/page.ts';
import { isBuiltPath, type WebConsole } from '#lib/local/pages/web.ts';
import type { CivilOffset } from '#lib/local/schedules/civil-offset.ts';
import type { ScheduleRunner } from '#lib/local/schedules/runner.ts';
import type { StateKeeper } from '#lib/local/state/keeper.ts';
import { ApiError } from '#lib/model/platform/errors.ts';
import type { Mail } from '#lib/model/platform/mail.ts';
import type { Methods } from './body.ts';
import { moveClock, showClock } from './clock.ts';
import { faultRoutes } from './faults/routes.ts';
import { gatewayRoutes } from './gateway.ts';
import { imageRoutes } from './images.ts';
import { limitRoutes } from './limits/routes.ts';
import type { DevParts } from './open.ts';
import { uidOfPeer } from './peer.ts';
import { limitOf, queryOf } from './query.ts';
import type { RequestLog } from './requests/request-log.ts';
import { stateRoutes } from './state.ts';

interface Parts extends DevParts {
  clock: CivilOffset;
  schedules: ScheduleRunner;
  mail: Pick<LocalMail, 'dir' | 'office'>;
  gateway: LocalGateway;
  states: StateKeeper;
  web: WebConsole;
  baseUrl: string;
}

/**
 * The routes under /dev (contract 4.11), for programs of our own user only, and the pages. Requests from pages of other
 * sites are refused.
 */
export function devRoutes({
  clock,
  schedules,
  mail,
  gateway,
  faults,
  limits,
  requests,
  images,
  states,
  web,
  baseUrl,
}: Parts): LocalRoutes {
  const routes: Record<string, Methods> = {
    '/dev/clock': { GET: () => showClock(clock, schedules), POST: (req) => moveClock(req, clock, schedules) },
    '/dev/faults': faultRoutes(faults),
    '/dev/limits': limitRoutes(limits),
    '/dev/outbox': { GET: (req) => showOutbox(req, mail) },
    '/dev/requests': { GET: (req) => showRequests(req, requests) },
  };
  const further = [gatewayRoutes(gateway), stateRoutes(states), imageRoutes(images)];
  const methodsAt = (req: IncomingMessage, path: string): Methods | undefined =>
    pageRoute(req, path, web) ??
    (Object.hasOwn(routes, path) ? routes[path] : further.map((at) => at(path)).find((methods) => methods));
  return async (req, res) => {
    const { url = '/', method = 'GET' } = req;
    const path = pathOf(url);
    try {
      if (path.startsWith('/dev')) {
        refuseDelivery(req);
        await checkUser(req);
      }
      checkOrigin(req, baseUrl, pageRoute(req, path, web) !== undefined);
      const answer = await handlerOf(methodsAt(req, path), method)(req, res);
      if (answer) sendJson(res, 200, answer);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const { status, code, message, headers } = error;
      refuse(req, res, { status, code, error: message, headers, close: !req.complete });
    }
  };
}

/** What answers browsers: files of pages, pages, what leads to the console, the console, and the guides. */
function pageRoute(req: IncomingMessage, path: string, web: WebConsole): Methods | undefined {
  const asset = assetAt(path);
  if (asset) return { GET: (_req, res) => sendAsset(res, asset) };
  const page = pageFor(req);
  if (page) return { GET: (_req, res) => sendPage(res, page) };
  const to = ledTo(req);
  if (to !== undefined) return { GET: (_req, res) => sendTo(res, to) };
  return isBuiltPath(path) ? { GET: (_req, res) => web.send(req, res) } : undefined;
}

function handlerOf(methods: Methods | undefined, method: string) {
  if (methods === undefined) throw new ApiError('no_such_route', 'no such route');
  const handler = methods[method === 'HEAD' ? 'GET' : method];
  if (handler) return handler;
  const Allow = Object.keys(methods).join(', ');
  throw new ApiError('method_not_allowed', `method not allowed (${Allow})`, { headers: { Allow } });
}

/** GET /dev/outbox?to=&limit=: every mail that the platform sent, newest first, including mail that was just posted. */
async function showOutbox(
  req: IncomingMessage,
  mail: Pick<LocalMail, 'dir' | 'office'>,
): Promise<{ messages: Mail[] }> {
  const query = queryOf(req, ['to', 'limit']);
  const limit = limitOf(query);
  const to = query.get('to')?.trim().toLowerCase();
  await mail.office.send();
  return { messages: await readMailbox(mail.dir, { to: to || undefined, limit }) };
}

/** GET /dev/requests?limit=: the last requests to the API, newest first. */
const showRequests = (req: IncomingMessage, requests: RequestLog) => ({
  requests: requests.list(limitOf(queryOf(req, ['limit']), 200)),
});

/** Refuses what a webhook sends: it comes as the user who runs the platform, by the will of whoever made it. */
function refuseDelivery({ headers }: IncomingMessage): void {
  if (headers[deliveryMark] === undefined) return;
  throw new ApiError('access_denied', '/dev takes no deliveries of webhooks (X-Svc-Event)');
}

/**
 * Refuses programs of other users; root is allowed. Any user of this machine may connect to our port, and /dev shows
 * the mail of all accounts and controls their payments. Users can only be told apart on Linux.
 */
async function checkUser({ socket }: IncomingMessage): Promise<void> {
  const ourUid = process.getuid?.();
  if (process.platform !== 'linux' || ourUid === undefined) return;
  const uid = await uidOfPeer(socket);
  if (uid === ourUid || uid === 0) return;
  const who = uid === undefined ? 'a user who cannot be told' : `uid ${uid}`;
  throw new ApiError(
    'access_denied',
    `/dev is for programs of the user who runs the platform (uid ${ourUid}), not ${who}`,
  );
}

/**
 * Refuses requests from pages of other sites, by headers that pages cannot set. A browser may navigate to a page here
 * from anywhere, for example by a link in a mail: pages contain no data, and cannot be framed.
 */
function checkOrigin({ headers }: IncomingMessage, baseUrl: string, isPage: boolean): void {
  const { origin, 'sec-fetch-site': site, 'sec-fetch-mode': mode, 'sec-fetch-dest': dest } = headers;
  if (origin !== undefined && origin !== baseUrl) {
    throw new ApiError('cross_origin', `origin: ${JSON.stringify(origin)} is not ${baseUrl}`);
  }
  const opened = isPage && mode === 'navigate' && dest === 'document';
  if (site === undefined || site === 'same-origin' || site === 'none' || opened) return;
  throw new ApiError('cross_origin', `sec-fetch-site: ${JSON.stringify(site)} is not same-origin`);
}
