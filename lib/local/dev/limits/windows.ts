import { createServer } from 'node:http';
import { endpointAt } from '#lib/model/platform/endpoint.ts';

/** An engine for rate windows in which every count is 0. */
export interface EmptyWindows {
  readonly endpoint: string;
  close(): Promise<void>;
}

/** What the count of a request (`lib/store/requests/rate.ts`) is answered with. */
const nothing = JSON.stringify({ Attributes: { n: { N: '0' } } });

/** Serves it on a unix socket. */
export async function serveEmptyWindows(socketPath: string): Promise<EmptyWindows> {
  const server = createServer((req, res) => {
    req.resume().once('end', () => {
      res.writeHead(200, { 'content-type': 'application/x-amz-json-1.0', 'content-length': nothing.length });
      res.end(nothing);
    });
  });
  // It is nothing that a process has to stay for.
  server.unref().on('connection', (socket) => socket.unref());
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(socketPath, resolve));
  return {
    endpoint: endpointAt(socketPath),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
