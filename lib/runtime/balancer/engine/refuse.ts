import { type ServerResponse, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';

const explanations: Record<number, string> = {
  400: 'the request is ambiguous or not meant for a proxy',
  417: 'this expectation cannot be met',
  431: 'the headers are longer than 16 KiB',
  405: 'this method is not passed on',
  502: 'the backend broke the connection off',
  503: 'no backend is healthy',
  504: 'the backend did not answer in time',
  505: 'the backends speak gRPC, for which a client needs HTTP/2',
};

/** The text of a refusal. */
export const textOf = (status: number) => `${status} ${STATUS_CODES[status]}: ${explanations[status]}\n`;

/** Answers in place of a backend. A response that has begun can only be broken off. */
export function refuse(outgoing: ServerResponse, status: number): void {
  if (outgoing.headersSent) {
    outgoing.destroy();
    return;
  }
  const { req } = outgoing;
  // The rest of the body would have to be read to reach the next request, so the connection is closed.
  const rest = req.complete ? {} : { connection: 'close' };
  outgoing.writeHead(status, { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store', ...rest });
  outgoing.end(req.method === 'HEAD' ? undefined : textOf(status));
  req.resume();
}

/** Answers on a connection that has left HTTP, and closes it. */
export function refuseRaw(socket: Duplex, status: number): void {
  const text = textOf(status);
  const head = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nContent-Type: text/plain; charset=utf-8\r\n`;
  socket.end(`${head}Content-Length: ${text.length}\r\nConnection: close\r\n\r\n${text}`);
}
