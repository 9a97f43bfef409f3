import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type LocalRoutes, startFront } from '#lib/local/front/server.ts';
import { type Target, verifyTarget } from '#lib/local/front/target.ts';
import { Gate } from '#lib/local/state/gate.ts';
import { unusedPort } from './unused-port.ts';

/** What reached the server behind the front: the request, its body, and the target that the front signed. */
export interface Arrived {
  readonly method: string;
  readonly url: string;
  readonly headers: Record<string, string | string[] | undefined>;
  readonly body: string;
  readonly target: Target | undefined;
}

type Answer = (req: IncomingMessage, res: ServerResponse) => void;

/**
 * A front listener before a real HTTP server. `answer` sets the server's answers; the default is 200 with {}, like a
 * handler.
 */
export async function frontBefore(
  answer: Answer = handlerLike,
  dev: LocalRoutes = async () => undefined,
  headersWithinMs = 10_000,
) {
  const dir = mkdtempSync(join(tmpdir(), 'svc-front-'));
  const socketPath = join(dir, 'api');
  const arrived: Arrived[] = [];
  const far = createServer((req, res) => {
    let body = '';
    req.on('data', (chunk: Buffer) => {
      body += chunk.toString('latin1');
    });
    req.on('end', () => {
      const { 'x-svc-target': text = '', 'x-svc-target-signature': signature = '' } = req.headers;
      const target = verifyTarget(String(text), String(signature), 'the key');
      arrived.push({ method: req.method ?? '', url: req.url ?? '', headers: req.headers, body, target });
      answer(req, res);
    });
  });
  await new Promise<void>((resolve) => far.listen(socketPath, resolve));
  const front = await startFront({
    port: await unusedPort(),
    socketPath,
    consoleSocket: join(dir, 'console'),
    targetKey: 'the key',
    dev,
    gate: new Gate(),
    headersWithinMs,
  });
  return {
    arrived,
    consoleSocket: join(dir, 'console'),
    far,
    front,
    port: front.port,
    url: `http://localhost:${front.port}`,
    async close() {
      await front.close(0);
      await closeServer(far);
      rmSync(dir, { recursive: true });
    },
  };
}

/** Ends a server and its connections. */
export function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}

function handlerLike(_req: IncomingMessage, res: ServerResponse): void {
  res.writeHead(200, { 'x-request-id': 'req-1', 'content-type': 'application/json', 'content-length': 2 }).end('{}');
}
