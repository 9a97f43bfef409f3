import { timingSafeEqual } from 'node:crypto';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { ownServer } from '#lib/local/own-server.ts';
import { endpointAt } from '#lib/model/platform/endpoint.ts';
import type { GatewayKeys } from './book.ts';
import type { Call } from './calls.ts';
import { GatewayFault } from './entities.ts';
import { type Faults, uses } from './faults.ts';

/** What answers calls at a moment, and the keys that callers must have then. */
interface Office {
  readonly calls: Record<string, Call>;
  readonly keys: GatewayKeys;
}

/** Serves Razorpay's API on a unix socket. */
export async function serve(
  current: () => Office,
  faults: Faults,
  socketPath: string,
): Promise<{ url: string; close(): Promise<void> }> {
  const server = ownServer((req, res) => void answer(req, res));
  const answer = async (req: IncomingMessage, res: ServerResponse) => {
    try {
      const { calls, keys } = current();
      checkKeys(req, keys);
      if (uses(faults, 'refuse_calls')) throw new GatewayFault('The server is busy', undefined, 503);
      const reply = await dispatch(routesOf(calls), req);
      if (uses(faults, 'lose_replies')) return void res.destroy();
      send(res, 200, reply);
    } catch (error) {
      if (!(error instanceof GatewayFault)) return send(res, 500, faultOf('SERVER_ERROR', (error as Error).message));
      const code = error.status >= 500 ? 'SERVER_ERROR' : 'BAD_REQUEST_ERROR';
      send(res, error.status, faultOf(code, error.message, error.field));
    }
  };
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(socketPath, resolve));
  return { url: endpointAt(socketPath), close: () => close(server) };
}

interface Route {
  pattern: RegExp;
  call: Call;
}

const routesOf = (calls: Record<string, Call>): Route[] =>
  Object.entries(calls).map(([name, call]) => ({ pattern: patternOf(name), call }));

const patternOf = (name: string): RegExp =>
  new RegExp(`^${name.replace(' /', ' /v1/').replaceAll(':id', '([A-Za-z0-9_]{1,40})')}$`);

async function dispatch(routes: readonly Route[], req: IncomingMessage): Promise<object> {
  const { pathname, searchParams } = new URL(req.url ?? '/', 'http://gateway');
  // `create` is not an id: specific paths come before general ones.
  const asked = `${req.method} ${pathname}`;
  const found = routes.toSorted((a, b) => groups(a) - groups(b)).find(({ pattern }) => pattern.test(asked));
  const ids = found?.pattern.exec(asked)?.slice(1);
  if (!found || !ids) throw new GatewayFault('The requested URL was not found on the server.', undefined, 404);
  const given = req.method === 'GET' ? Object.fromEntries(searchParams) : await readBody(req);
  return found.call(ids, given);
}

const groups = ({ pattern }: Route): number => pattern.source.split('(').length;

async function readBody(req: IncomingMessage): Promise<Record<string, unknown>> {
  const chunks: Buffer[] = [];
  for await (const chunk of req as AsyncIterable<Buffer>) chunks.push(chunk);
  const text = Buffer.concat(chunks).toString('utf8');
  if (text === '') return {};
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch {
    throw new GatewayFault('The request body is not JSON');
  }
}

function checkKeys({ headers }: IncomingMessage, { key_id, key_secret }: GatewayKeys): void {
  const expected = Buffer.from(`Basic ${Buffer.from(`${key_id}:${key_secret}`).toString('base64')}`);
  const given = Buffer.from(headers.authorization ?? '');
  if (given.length === expected.length && timingSafeEqual(given, expected)) return;
  throw new GatewayFault('Authentication failed', undefined, 401);
}

const faultOf = (code: string, description: string, field?: string) => ({
  error: { code, description, source: 'NA', step: 'NA', reason: 'NA', metadata: {}, ...(field && { field }) },
});

function send(res: ServerResponse, status: number, body: object): void {
  const text = JSON.stringify(body);
  res.writeHead(status, { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(text)) });
  res.end(text);
}

async function close(server: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  server.closeAllConnections();
  await closed;
}
