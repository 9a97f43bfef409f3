import type { IncomingMessage, ServerResponse } from 'node:http';
import { deserialize, serialize } from 'node:v8';
import type { EngineSocket } from '#lib/drivers/objects/embedded/engine.ts';
import { engineCalls, type ObjectEngine, ObjectEngineError } from '#lib/drivers/objects/engine.ts';
import { equalInConstantTime } from '#lib/drivers/tokens/opaque.ts';
import { ownServer } from '#lib/local/own-server.ts';

/** The engines of this process, by their sockets. */
const engines = new Map<string, ObjectEngine>();

/** The engine behind a socket, where it is in this process. */
export const engineBehind = (socketPath: string): ObjectEngine | undefined => engines.get(socketPath);

/**
 * Serves the control plane's calls of an engine on a unix socket, to callers that have the secret; resolves once it
 * listens.
 */
export async function serveAdmin(
  engine: ObjectEngine,
  { socketPath, secret }: EngineSocket,
): Promise<{ close(): Promise<void> }> {
  const server = ownServer((request, response) => {
    answer(engine, secret, request, response).catch((error: Error) => refuse(response, error));
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(socketPath, resolve);
  });
  engines.set(socketPath, engine);
  return {
    close: () =>
      new Promise((resolve) => {
        engines.delete(socketPath);
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function answer(
  engine: ObjectEngine,
  secret: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (!equalInConstantTime(request.headers.authorization ?? '', `Bearer ${secret}`)) {
    response.writeHead(401).end();
    return;
  }
  const name = engineCalls.find((one) => request.url === `/${one}`);
  if (!name) {
    response.writeHead(404).end();
    return;
  }
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  const call = engine[name] as (...args: unknown[]) => Promise<unknown>;
  response.end(serialize(await call(...(deserialize(Buffer.concat(parts)) as unknown[]))));
}

function refuse(response: ServerResponse, error: Error): void {
  const code = error instanceof ObjectEngineError ? error.code : undefined;
  response.writeHead(500, { 'content-type': 'application/json' }).end(JSON.stringify({ code, message: error.message }));
}
