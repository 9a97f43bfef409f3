import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getHost } from '#lib/store/compute/hosts.ts';
import { storeBell } from '#lib/store/platform/bells.ts';

/** What a gateway was asked to do with a connection. */
export interface Asked {
  readonly connection: string;
  readonly method: string;
  readonly said: string;
}

/** A gateway's connections in the place of a WebSocket API: each is open unless it is in `gone`. */
export interface TestBells {
  readonly asked: Asked[];
  readonly gone: Set<string>;
  close(): void;
}

/** Has hosts be rung by `ring`, through the address that functions are told. */
export async function openBells(ring: (connection: string) => void = () => undefined): Promise<TestBells> {
  const asked: Asked[] = [];
  const gone = new Set<string>();
  const socket = join(tmpdir(), `svc-bell-${randomUUID()}`);
  const server = createServer(async (request, response) => {
    let said = '';
    for await (const part of request) said += part;
    const connection = decodeURIComponent(request.url?.split('/').at(-1) ?? '');
    asked.push({ connection, method: request.method ?? '', said });
    response.writeHead(gone.has(connection) ? 410 : 200).end();
    if (request.method === 'POST' && !gone.has(connection)) ring(connection);
  });
  await new Promise<void>((done) => server.listen(socket, done));
  process.env.SVC_HOST_BELL = `ws+unix:${socket}:/hosts/self/bell`;
  const close = () => {
    delete process.env.SVC_HOST_BELL;
    server.close();
    server.closeAllConnections();
  };
  return { asked, gone, close };
}

const never = () => new Error('a test gives a bell that is refused');

/** Gives a host a bell, by a connection that is named after it. */
export async function giveBell(host_id: string, opened_at = Date.now()): Promise<string> {
  const connection = `of-${host_id}`;
  const { epoch = 0 } = (await getHost(host_id)) ?? {};
  const bell = { host_id, connection, signature: randomUUID(), opened_at, signed_at: 1, ttl: 4_000_000_000 };
  await storeBell(bell, epoch, { used: never, stale: never });
  return connection;
}
