import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { Template } from '#lib/deploy/template.ts';
import { eventOf } from '#lib/local/api/event.ts';
import { replyOf } from '#lib/local/api/reply.ts';
import { Routes } from '#lib/local/api/routes.ts';
import { routedAs } from '#lib/local/front/routing.ts';
import { outsideAt } from '#lib/model/platform/source.ts';
import { routesOf } from '#test/lib/deploy/routes-of.ts';
import { bellName } from './bell-name.ts';
import type { StageBells } from './bells.ts';
import type { Lambda } from './functions.ts';

/** An API of the stack by the host name under which it is served. */
export type Names = Readonly<Record<string, 'HttpApi' | 'HostApi'>>;

interface Gateway {
  /** The status of every answer so far, by route. */
  readonly answered: Map<string, number>;
  close(): void;
}

interface Listens {
  readonly host: string;
  readonly port: number;
  readonly cert: string;
  readonly key: string;
}

/** The routes of an API: those of one method, with the one for what no other serves, and those of every method. */
type Listed = Readonly<Record<'explicit' | 'any', Routes>>;

/** The routes of an API's document, with the logical ids of their functions. */
function routesIn(template: Template, api: string): Listed {
  const all = routesOf(template, api) as [string, string, string][];
  const isAny = ([verb, path]: (typeof all)[number]) => verb.endsWith('any-method') && path !== '/$default';
  const events = (routes: typeof all, keyOf: (verb: string, path: string) => string) =>
    new Routes(
      Object.fromEntries(
        routes.map(([verb, path, id], at) => [`${id} ${at}`, { events: [{ httpApi: keyOf(verb, path) }] }]),
      ),
    );
  return {
    explicit: events(
      all.filter((route) => !isAny(route)),
      (verb, path) => (path === '/$default' ? '*' : `${verb.toUpperCase()} ${path}`),
    ),
    any: events(all.filter(isAny), (_, path) => `GET ${path}`),
  };
}

/** Serves both APIs over HTTPS, by the routes of their documents in the template. */
export async function openGateway(
  template: Template,
  { lambda, bells }: { readonly lambda: Lambda; readonly bells: StageBells },
  { names, host, port, cert, key }: Listens & { readonly names: Names },
): Promise<Gateway> {
  const apis = { HttpApi: routesIn(template, 'HttpApi'), HostApi: routesIn(template, 'HostApi') };
  const answered = new Map<string, number>();
  const serve = async (incoming: IncomingMessage, reply: ServerResponse) => {
    const { method = '', url: target = '' } = incoming;
    const api = names[nameOf(incoming)];
    const found = api && routeOf(apis[api], method, target);
    if (!found) return void reply.writeHead(api ? 404 : 403).end('{"message":"Not Found"}');
    const body = await bytesOf(incoming);
    const source = outsideAt(incoming.socket.remoteAddress ?? '');
    const event = asSent(eventOf({ method, target, headers: headersOf(incoming), body, source }, found), body);
    const answer = replyOf(await lambda.run(found.function, event).catch(() => undefined)) ?? broken;
    const label = `${answer.status} ${found.route}`;
    answered.set(label, (answered.get(label) ?? 0) + 1);
    reply.writeHead(answer.status, answer.headers.flat());
    reply.end(method === 'HEAD' ? undefined : answer.body);
  };
  const server = createServer({ cert, key }, (incoming, reply) => {
    const isBell = nameOf(incoming) === bellName;
    const answering = isBell
      ? bytesOf(incoming).then((body) => bells.answer(incoming, body, reply))
      : serve(incoming, reply);
    answering.catch(() => reply.destroy());
  });
  server.on('upgrade', (incoming, socket, head) => bells.upgrade(incoming, socket, head));
  await new Promise<void>((resolve) => server.listen(port, host, resolve));
  const close = () => {
    server.close();
    server.closeAllConnections();
    bells.close();
  };
  return { answered, close };
}

/** The host name that a request is for. */
const nameOf = ({ headers }: IncomingMessage): string => (headers.host ?? '').replace(/:\d+$/, '');

/** What a gateway answers in the place of a function that failed. */
const broken = { status: 500, headers: [], body: Buffer.from('{"message":"Internal Server Error"}') };

/** The route of a request. One of its own method wins over one of every method, and both over the default. */
function routeOf({ explicit, any }: Listed, method: string, target: string): ReturnType<Routes['find']> {
  const { path } = routedAs('GET', target) ?? {};
  const own = path === undefined ? explicit.fallback() : explicit.find(method, path);
  const every = path === undefined || own?.route !== '$default' ? undefined : any.find('GET', path);
  const found = every ? { ...every, route: every.route.replace('GET', 'ANY') } : own;
  return found && { ...found, function: found.function.split(' ')[0] ?? '' };
}

async function bytesOf(incoming: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of incoming as AsyncIterable<Buffer>) parts.push(part);
  return Buffer.concat(parts);
}

/** Headers as an HTTP API gives them: several of one name joined, and who is behind it added. */
function headersOf({ headers, socket }: IncomingMessage): Record<string, string> {
  const given = Object.entries(headers).map(([name, value]) => [name, [value].flat().join(',')]);
  return { ...Object.fromEntries(given), 'x-forwarded-for': socket.remoteAddress, 'x-forwarded-proto': 'https' };
}

const asText = /^(text\/|application\/(json|javascript|xml|vnd\.api\+json)\b)/;

/** The event as an HTTP API makes it: bodies that are text are not encoded, and cookies stand apart from headers. */
function asSent(event: object, body: Buffer): object {
  const { headers, ...rest } = event as { headers: Record<string, string>; isBase64Encoded: boolean };
  const { cookie, ...others } = headers;
  const isText = rest.isBase64Encoded && asText.test(headers['content-type'] ?? '');
  return {
    ...rest,
    headers: others,
    ...(cookie !== undefined && { cookies: cookie.split('; ') }),
    ...(isText && { body: body.toString('utf8'), isBase64Encoded: false }),
  };
}
