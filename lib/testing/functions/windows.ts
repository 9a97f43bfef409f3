import { createServer } from 'node:http';
import { endpointAt } from '#lib/model/platform/endpoint.ts';
import { newFolder } from './folder.ts';

/** The reply to the count of a request (lib/store/requests/rate.ts). */
const nothing = JSON.stringify({ Attributes: { n: { N: '0' } } });

let windows: Promise<string> | undefined;

/**
 * The endpoint of rate windows in which every count is 0, served on a unix socket for as long as the process lives. It
 * is a socket because Vitest loads a stranger's handler, and our modules below it, a second time: what is in this
 * module's memory does not reach the clients of that handler.
 */
export function emptyWindows(): Promise<string> {
  windows ??= serve(`${newFolder('windows')}/windows`);
  return windows;
}

async function serve(socketPath: string): Promise<string> {
  const server = createServer((req, res) => {
    req.resume().once('end', () => {
      res.writeHead(200, { 'content-type': 'application/x-amz-json-1.0', 'content-length': nothing.length });
      res.end(nothing);
    });
  });
  // It does not keep the process alive.
  server.unref().on('connection', (socket) => socket.unref());
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(socketPath, resolve));
  return endpointAt(socketPath);
}
