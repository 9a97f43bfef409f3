import { chmodSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { eventOf } from '#lib/local/api/event.ts';
import { type ApiReply, refusalReply, replyOf } from '#lib/local/api/reply.ts';
import type { Routes } from '#lib/local/api/routes.ts';
import { noSuchRoute } from '#lib/local/front/refusals.ts';
import { internal } from '#lib/local/front/reply.ts';
import { routedAs } from '#lib/local/front/routing.ts';
import { outsideAt } from '#lib/model/platform/source.ts';
import { Bells } from './bells.ts';
import { asHostCall } from './own-calls.ts';

/** The host API of a laptop: its routes, and what runs the function of one by its key in functions.yml. */
export interface HostApi {
  readonly routes: Routes;
  /** The function that lets hosts listen for their bell, by its key. */
  readonly bell?: string | undefined;
  run(key: string, event: object): Promise<unknown>;
}

/** The served host API. */
export interface HostServer {
  /** Resolves once no call is at work. */
  settled(): Promise<void>;
  close(): Promise<void>;
}

/** More than a handler takes, so that it is the handler that refuses. */
const MOST_BYTES = 2 * 1024 * 1024;

/** Longer than an agent waits between two calls. */
const KEPT_ALIVE_MS = 120_000;

/** Serves the host API on a unix socket that only this user can reach. Its calls do not pass the front listener. */
export async function serveHostApi(socketPath: string, api: HostApi): Promise<HostServer> {
  const underWay = new Set<Promise<void>>();
  const bells = new Bells((event) => asHostCall(async () => api.bell && api.run(api.bell, event)));
  const server = createServer({ keepAliveTimeout: KEPT_ALIVE_MS, noDelay: true }, (request, response) => {
    const work = asHostCall(() => answer({ api, bells }, request, response))
      .catch(() => void response.destroy())
      .finally(() => underWay.delete(work));
    underWay.add(work);
  });
  server.on('upgrade', (request, socket, head) => void bells.upgrade(request, socket, head));
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(socketPath, resolve));
  chmodSync(socketPath, 0o600);
  return {
    async settled() {
      while (underWay.size > 0) await Promise.all(underWay);
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
        bells.close();
      }),
  };
}

interface Served {
  readonly api: HostApi;
  readonly bells: Bells;
}

async function answer({ api, bells }: Served, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const sent = await bodyOf(request);
  const rung = bells.asked(request.method ?? '', request.url ?? '', sent);
  if (rung !== undefined) return void response.writeHead(rung).end();
  const { status, headers, body } = await replyTo(api, request, sent);
  response.writeHead(status, headers.flat());
  response.end(body);
}

async function replyTo({ routes, run }: HostApi, request: IncomingMessage, body: Buffer): Promise<ApiReply> {
  const { method = '', url: target = '' } = request;
  const routed = routedAs(method, target);
  const found = routed && routes.find(routed.method, routed.path);
  if (!found) return refusalReply(noSuchRoute);
  const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
  const event = eventOf({ method, target, headers, body, source: outsideAt('127.0.0.1') }, found);
  const result = await run(found.function, event).catch(() => undefined);
  return replyOf(result) ?? refusalReply(internal());
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of request as AsyncIterable<Buffer>) {
    bytes += part.length;
    if (bytes > MOST_BYTES) throw new Error(`the body is larger than ${MOST_BYTES} bytes`);
    parts.push(part);
  }
  return Buffer.concat(parts);
}
