import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { handler } from '#functions/hosts/connect-bell.ts';
import { Bells } from '#lib/local/hosts/bells.ts';

/** The laptop's WebSocket API with the real handshake, as functions and agents reach it. */
export interface ServedBells {
  /** Where agents listen. */
  readonly address: string;
  /** How many handshakes were asked for, and how many connections are open. */
  readonly handshakes: number;
  readonly open: number;
  /** Has no handshake be let through, or lets them through again. */
  refuse(isRefused: boolean): void;
  /** Ends every connection, as a gateway does after two hours. */
  endAll(): void;
  close(): Promise<void>;
}

export async function serveBells(): Promise<ServedBells> {
  let [isRefused, handshakes, open] = [false, 0, 0];
  const bells = new Bells(async (event) => {
    handshakes += 1;
    return isRefused ? { statusCode: 503 } : handler(event as Parameters<typeof handler>[0]);
  });
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part);
    response.writeHead(bells.asked(request.method ?? '', request.url ?? '', Buffer.concat(parts)) ?? 404).end();
  });
  server.on('upgrade', (request, socket, head) => {
    open += 1;
    socket.on('close', () => open--);
    void bells.upgrade(request, socket, head);
  });
  const socket = join(tmpdir(), `svc-bells-${randomUUID()}`);
  await new Promise<void>((done) => server.listen(socket, done));
  const address = `ws+unix:${socket}:/hosts/self/bell`;
  process.env.SVC_HOST_BELL = address;
  return {
    address,
    get handshakes() {
      return handshakes;
    },
    get open() {
      return open;
    },
    refuse: (is) => {
      isRefused = is;
    },
    endAll: () => bells.close(),
    close: () =>
      new Promise((done) => {
        delete process.env.SVC_HOST_BELL;
        server.close(() => done());
        server.closeAllConnections();
        bells.close();
      }),
  };
}
