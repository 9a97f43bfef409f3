import type { IncomingMessage } from 'node:http';
import { Transform, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { exits, Failure } from '#lib/cli/failure.ts';
import { plain } from '#lib/cli/output/terminal.ts';
import { drained, exchange, isLost } from './bytes.ts';
import { type Place, written } from './place.ts';
import { presigned, type Work } from './work.ts';

/** Where the bytes of an object go. */
export interface Sink {
  /** How many bytes are there already. */
  at: number;
  /** The ETag of the object that they are of. */
  etag: string | undefined;
  /** Is told the object's ETag and where the next bytes belong, and answers what takes them. */
  open(etag: string | undefined, at: number): Promise<Writable>;
  /** Forgets what is there: the object is another now. Throws where that is not possible. */
  restart(): void;
}

/** How often a connection may be lost without one byte having come, and milliseconds before the next. */
const [patience, between] = [5, 1000];

/**
 * Gets an object into a sink, from where the sink is; after a lost connection from where that broke off. Answers the
 * object's size.
 */
export async function receive(work: Work, from: Place, sink: Sink): Promise<number> {
  const { url } = await presigned(work, from, 'get');
  let isExpected = false;
  const expect = (total: number, before: number) => {
    if (!isExpected) work.progress.expect(total, before);
    isExpected = true;
  };
  for (let losses = 0; ; ) {
    const at = sink.at;
    const total = await attempt(work, from, url, sink, expect);
    if (typeof total === 'number') return total;
    losses = sink.at > at ? 0 : losses + 1;
    if (total !== 'again' && losses > patience) throw total;
    await pause(between * Math.random(), undefined, { signal: work.wire.signal });
  }
}

/** The object's size once all of it is there; why not, or `again` where it must be got from its beginning. */
async function attempt(
  work: Work,
  from: Place,
  url: string,
  sink: Sink,
  expect: (total: number, before: number) => void,
): Promise<number | Error | 'again'> {
  const { at } = sink;
  const reply = await asked(work, url, sink);
  const total = totalOf(reply);
  if (reply.statusCode === 412 || reply.statusCode === 416) {
    await drained(reply);
    if (reply.statusCode === 416 && total === at) return total;
    sink.restart();
    return 'again';
  }
  const begin = beginOf(reply);
  if (total === undefined || (begin !== 0 && begin !== at)) throw unsized(reply, from);
  expect(total, begin);
  return (await lossOf(work, poured(work, reply, sink, { begin, total, from }))) ?? total;
}

/** Why a reply broke off; undefined where all of it came. */
async function lossOf(work: Work, pouring: Promise<void>): Promise<Error | undefined> {
  try {
    await pouring;
    return undefined;
  } catch (error) {
    if (work.wire.signal.aborted) throw work.wire.signal.reason;
    if (isLost(error)) return error;
    throw error;
  }
}

/** Asks for what is missing, of the object that the sink has a part of. */
function asked(work: Work, url: string, { at, etag }: Sink): Promise<IncomingMessage> {
  const headers = at > 0 && etag !== undefined ? { range: `bytes=${at}-`, 'if-match': etag } : {};
  return exchange(url, { method: 'GET', headers, also: at > 0 ? [412, 416] : [] }, work.wire);
}

/** The size of the whole object, in bytes; undefined where the reply does not tell. */
function totalOf({ headers }: IncomingMessage): number | undefined {
  const [, total = headers['content-length']] = /\/(\d{1,15})$/.exec(headers['content-range'] ?? '') ?? [];
  return total === undefined || !/^\d{1,15}$/.test(total) ? undefined : Number(total);
}

/** Where in the object the reply begins; no number where it does not tell. */
const beginOf = ({ statusCode, headers }: IncomingMessage): number =>
  statusCode === 206 ? Number(/^bytes (\d{1,15})-/.exec(headers['content-range'] ?? '')?.[1]) : 0;

function unsized(reply: IncomingMessage, from: Place): Failure {
  reply.destroy();
  return new Failure(`${plain(written(from))}: the reply does not have the requested range of bytes`, {
    exit: exits.unavailable,
    code: 'invalid_reply',
  });
}

interface Span {
  readonly from: Place;
  readonly begin: number;
  readonly total: number;
}

async function poured(work: Work, reply: IncomingMessage, sink: Sink, { begin, total, from }: Span): Promise<void> {
  sink.at = begin;
  sink.etag = reply.headers.etag;
  const into = await sink.open(sink.etag, begin);
  let left = total - begin;
  const counter = new Transform({
    transform(bytes: Buffer, _, done) {
      left -= bytes.length;
      work.progress.add(bytes.length);
      // A reply without end must not fill the disk.
      done(left < 0 ? unsized(reply, from) : null, bytes);
    },
  });
  const signal = work.wire.signal;
  await pipeline(reply, counter, into, { signal });
  if (left > 0) throw unsized(reply, from);
}
