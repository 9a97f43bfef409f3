import { type ServerResponse, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';

const explanations: Record<number, string> = {
  400: 'the request is ambiguous or not meant for a proxy',
  405: 'this method is not passed on',
  502: 'the backend broke the connection off',
  503: 'no backend is healthy',
  504: 'the backend did not answer in time',
};

const textOf = (status: number) => `${status} ${STATUS_CODES[status]}: ${explanations[status]}\n`;

/** Answers for a backend; a response that has begun can only be broken off. */
export function refuse(outgoing: ServerResponse, status: number): void {
  if (outgoing.headersSent) {
    outgoing.destroy();
    return;
  }
  const { req } = outgoing;
  // What is left of a body would have to be read to reach the next request.
  const rest = req.complete ? {} : { connection: 'close' };
  outgoing.writeHead(status, { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store', ...rest });
  outgoing.end(req.method === 'HEAD' ? undefined : textOf(status));
  req.resume();
}

/** The same on a connection that is no longer HTTP's. */
export function refuseRaw(socket: Duplex, status: number): void {
  const text = textOf(status);
  const head = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nContent-Type: text/plain; charset=utf-8\r\n`;
  socket.end(`${head}Content-Length: ${text.length}\r\nConnection: close\r\n\r\n${text}`);
}
