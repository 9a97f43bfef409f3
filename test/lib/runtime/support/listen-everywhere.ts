import { createServer, type Server } from 'node:http';

/** A server on every address of the host, for machines that must not reach it. */
export async function listenEverywhere(): Promise<Server> {
  const server = createServer((_request, response) => response.end('the host'));
  await new Promise<void>((resolve) => server.listen(0, '0.0.0.0', resolve));
  return server;
}
