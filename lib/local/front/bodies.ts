import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { isInside, sourceOf } from '#lib/local/inside/sources.ts';
import { sourceName } from '#lib/model/platform/source.ts';
import { MAX_BODY_BYTES, noRoom, tooLarge } from './refusals.ts';
import type { Refusal } from './reply.ts';

const MIB = 1024 * 1024;
/** Bytes of a machine's largest body: no route takes more (contract 1.9). */
const MAX_BODY_INSIDE = MIB;
/** Bytes of unanswered bodies of all machines, and of one. */
const room = { all: 128 * MIB, one: 8 * MIB };

/** Bytes of the largest body on a connection. */
export const mostOf = (socket: Socket): number => (isInside(socket) ? MAX_BODY_INSIDE : MAX_BODY_BYTES);

const NOTHING = Buffer.alloc(0);

/**
 * The whole body, or the refusal of one that is too large; undefined where the client leaves before its end. Machines
 * are strangers, so that what they send is held within bounds, until it is answered.
 */
export function bodyOf(req: IncomingMessage, res: ServerResponse): Promise<Buffer | Refusal | undefined> | Buffer {
  if (req.headers['content-length'] === undefined && req.headers['transfer-encoding'] === undefined) return NOTHING;
  const most = mostOf(req.socket);
  const hold = isInside(req.socket) ? holder(sourceName(sourceOf(req.socket)), res) : () => true;
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    const take = (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes <= most && hold(chunk.length)) return void chunks.push(chunk);
      req.off('data', take);
      resolve(bytes > most ? tooLarge(most) : noRoom);
    };
    req.on('data', take);
    req.once('end', () => resolve(Buffer.concat(chunks)));
    req.once('close', () => resolve(undefined));
  });
}

/** Bytes that are held for each machine. */
const held = new Map<string, number>();
let heldInAll = 0;

/** Takes room for the bytes of a request until its answer has ended; answers whether there was any. */
function holder(machine: string, res: ServerResponse): (bytes: number) => boolean {
  let own = 0;
  const add = (bytes: number) => {
    own += bytes;
    heldInAll += bytes;
    const left = (held.get(machine) ?? 0) + bytes;
    if (left > 0) held.set(machine, left);
    else held.delete(machine);
  };
  res.once('close', () => add(-own));
  return (bytes) => {
    if (heldInAll + bytes > room.all || (held.get(machine) ?? 0) + bytes > room.one) return false;
    add(bytes);
    return true;
  };
}
