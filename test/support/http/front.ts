import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { apiOf } from '#lib/local/api/api.ts';
import { Routes } from '#lib/local/api/routes.ts';
import { type LocalRoutes, startFront } from '#lib/local/front/server.ts';
import { Gate } from '#lib/local/state/gate.ts';
import { unusedPort } from './unused-port.ts';

/** What reached the function behind the front. */
export interface Arrived {
  readonly method: string;
  readonly url: string;
  readonly headers: Record<string, string | undefined>;
  /** Each byte as a character. */
  readonly body: string;
  readonly sourceIp: string;
  /** The machine that the event names, where it names one. */
  readonly inside?: unknown;
}

type Answer = (arrived: Arrived) => unknown;

/** The function of every request. */
const routes = new Routes({ all: { events: [{ httpApi: '*' }] } });

/** A handler's result. */
export const resultOf = (headers: Record<string, string> = {}, body = '{}', statusCode = 200) => ({
  statusCode,
  headers: { 'x-request-id': 'req-1', 'content-type': 'application/json', ...headers },
  body,
});

/** A front listener before a function. `answer` makes the function's results; the default is 200 with {}. */
export async function frontBefore(
  answer: Answer = () => resultOf(),
  dev: LocalRoutes = async () => undefined,
  headersWithinMs = 10_000,
  others: readonly string[] = [],
) {
  const dir = mkdtempSync(join(tmpdir(), 'svc-front-'));
  const arrived: Arrived[] = [];
  const front = await startFront({
    port: await unusedPort(),
    api: apiOf(routes, async (_key, event) => {
      const one = arrivedBy(event as APIGatewayProxyEventV2);
      arrived.push(one);
      return answer(one);
    }),
    consoleSockets: [join(dir, 'console'), ...others.map((name) => join(dir, name))],
    dev,
    gate: new Gate(),
    headersWithinMs,
  });
  return {
    arrived,
    consoleSocket: join(dir, 'console'),
    front,
    port: front.port,
    url: `http://localhost:${front.port}`,
    async close() {
      await front.close(0);
      rmSync(dir, { recursive: true });
    },
  };
}

function arrivedBy({ rawPath, rawQueryString, headers, body, requestContext }: APIGatewayProxyEventV2): Arrived {
  const { method, sourceIp } = requestContext.http;
  return {
    method,
    url: rawQueryString ? `${rawPath}?${rawQueryString}` : rawPath,
    headers,
    body: Buffer.from(body ?? '', 'base64').toString('latin1'),
    sourceIp,
    ...('inside' in requestContext && { inside: requestContext.inside }),
  };
}
