import { once } from 'node:events';
import { chmod } from 'node:fs/promises';
import { createServer, type Socket } from 'node:net';
import { MOST_SOURCE_CHARACTERS, readSource } from '#lib/model/platform/source.ts';
import { markInside } from './sources.ts';

/** The parts of the platform that machines reach, and what serves their connections. */
export type InsideParts = Readonly<Record<'api' | 's3', (socket: Socket) => void>>;

/** The entrance of machines. */
export interface Entrance {
  /** Takes no more connections. Open ones belong to the parts. */
  close(): void;
}

/** Bytes of the longest first line without its end, and milliseconds within which it comes. */
const [MAX_LINE, WITHIN_MS] = ['api '.length + MOST_SOURCE_CHARACTERS, 5_000];
/** Connections of all machines at a time, those in use among them; others are refused. */
const CONNECTIONS = 2_000;

/**
 * Listens on a unix socket that only this user can open. The host agent opens a connection there for each one that a
 * machine makes to the platform. Its first line says to which part, and from which machine, by private address,
 * account, VPC and instance: `api 10.0.0.5 482910337451 vpc-… i-…`. A newline answers it, and the client waits for
 * that. Any other line ends the connection.
 */
export async function openEntrance(path: string, parts: InsideParts): Promise<Entrance> {
  const server = createServer({ allowHalfOpen: true, noDelay: true }, (socket) => receive(socket, parts));
  server.maxConnections = CONNECTIONS;
  server.listen(path);
  await once(server, 'listening');
  await chmod(path, 0o600);
  return { close: () => void server.close() };
}

function receive(socket: Socket, parts: InsideParts): void {
  const end = () => socket.destroy();
  const late = setTimeout(end, WITHIN_MS);
  let read = Buffer.alloc(0);
  const take = (bytes: Buffer) => {
    read = Buffer.concat([read, bytes]);
    const length = read.indexOf('\n');
    if (length < 0 && read.length <= MAX_LINE) return undefined;
    clearTimeout(late);
    socket.off('data', take).off('error', end).pause();
    const isWhole = length === read.length - 1 && length <= MAX_LINE;
    const [, part, text = ''] = /^(api|s3) (.*)$/.exec(isWhole ? read.toString('latin1', 0, length) : '') ?? [];
    const source = readSource(text);
    if ((part !== 'api' && part !== 's3') || !source?.inside) return end();
    markInside(socket, source);
    socket.write('\n');
    return parts[part](socket);
  };
  socket.on('data', take).on('error', end);
}
