import type { Socket as UdpSocket } from 'node:dgram';
import type { Server, Socket } from 'node:net';
import { ratePerClient } from '#lib/runtime/system/rate.ts';
import { answerTo, MAX_QUERY } from './answer.ts';
import type { Names } from './registry.ts';

/** Questions of one machine that are answered in a second; others are dropped. */
const QUESTIONS_PER_SECOND = 1_000;
/** Connections at a time, of all machines and of one. */
const [CONNECTIONS, CONNECTIONS_OF_ONE] = [128, 8];
/** Milliseconds without a question after which a connection is closed. */
const IDLE_MS = 5_000;

/** What a resolver serves on. */
export interface ResolverSockets {
  readonly datagrams: UdpSocket;
  readonly server: Server;
}

/**
 * Answers the questions of a VPC's machines, by UDP and by TCP (RFC 1035, section 4.2), and asks no other server.
 * Returns the function that ends it.
 */
export function serveNames({ datagrams, server }: ResolverSockets, names: Names): () => void {
  const mayAsk = ratePerClient(QUESTIONS_PER_SECOND);
  datagrams.on('message', (query, { address, port }) => {
    const answer = mayAsk(address) && answerTo(query, names, 'udp');
    // A machine that is gone cannot be told so.
    if (answer) datagrams.send(answer, port, address, () => undefined);
  });
  datagrams.on('error', () => undefined);
  const open = new Map<Socket, string>();
  server.on('connection', (socket: Socket) => {
    const client = socket.remoteAddress ?? '';
    const own = [...open.values()].filter((one) => one === client).length;
    if (open.size >= CONNECTIONS || own >= CONNECTIONS_OF_ONE) return void socket.resetAndDestroy();
    open.set(socket, client);
    socket.once('close', () => open.delete(socket));
    serveConnection(socket, (query) => (mayAsk(client) ? answerTo(query, names, 'tcp') : undefined));
  });
  return () => {
    datagrams.close();
    server.close();
    for (const socket of open.keys()) socket.destroy();
  };
}

/**
 * Answers the messages of a connection, each after two bytes with its length. One that gets no answer ends it. A client
 * that does not read is not read either.
 */
function serveConnection(socket: Socket, answer: (query: Buffer) => Buffer | undefined): void {
  let waiting = Buffer.alloc(0);
  const proceed = () => {
    for (let length = nextIn(waiting); length !== null && !socket.writableNeedDrain; length = nextIn(waiting)) {
      const reply = length > MAX_QUERY ? undefined : answer(waiting.subarray(2, 2 + length));
      if (!reply) return void socket.destroy();
      waiting = waiting.subarray(2 + length);
      socket.write(framed(reply));
    }
    if (socket.writableNeedDrain) socket.pause();
    else socket.resume();
  };
  socket.setTimeout(IDLE_MS, () => socket.destroy()).on('error', () => socket.destroy());
  socket.on('data', (bytes: Buffer) => {
    waiting = Buffer.concat([waiting, bytes]);
    proceed();
  });
  socket.on('drain', proceed);
  socket.resume();
}

function framed(reply: Buffer): Buffer {
  const head = Buffer.alloc(2);
  head.writeUInt16BE(reply.length, 0);
  return Buffer.concat([head, reply]);
}

/** The length of the message that these bytes begin with; null until it is whole, unless it is too long. */
function nextIn(bytes: Buffer): number | null {
  if (bytes.length < 2) return null;
  const length = bytes.readUInt16BE(0);
  return length > MAX_QUERY || bytes.length >= 2 + length ? length : null;
}
