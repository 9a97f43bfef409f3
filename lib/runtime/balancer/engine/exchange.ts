import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ServerHttp2Stream } from 'node:http2';
import type { Readable, Writable } from 'node:stream';
import { ignore } from '#lib/runtime/system/errors.ts';
import { type Head, hasBody, plainReason } from './headers.ts';
import { refuse } from './refuse.ts';

/** A client's request and the way to answer it, in whichever version of HTTP the client speaks. */
export interface Exchange {
  readonly head: Head;
  /** The stream of a client that speaks HTTP/2. */
  readonly stream?: ServerHttp2Stream;
  /** What the client sends after the head; null where it announced nothing. */
  readonly body: Readable | null;
  /** Where the body of the answer goes, once it has begun. */
  readonly answer: Writable;
  /** Whether the head of the answer has been sent. */
  readonly begun: boolean;
  /** Sends the head of the answer: its headers as a flat list. Throws where they cannot be sent. */
  begin(status: number, reason: string, headers: readonly string[]): void;
  /** Sends an interim answer, where the client knows of them. */
  hint(status: 102 | 103, links: readonly string[]): void;
  /** Answers in place of a backend. An answer that has begun can only be broken off. */
  refuse(status: number): void;
  /** Breaks off. */
  abort(): void;
}

/** The interim answers of one request that are passed on. A backend has few to give, and may write without an end. */
export const mostHints = 20;

/** Between two links of a joined header. */
const linkEnd = /,\s*(?=<)/;

/**
 * Passes a body on. Its end is passed on only where it is the end: a stream of HTTP/2 that was reset ends too, and the
 * part of it would be taken for the whole.
 */
export function pour(from: Readable & { readonly rstCode?: number | undefined }, to: Writable): void {
  from.pipe(to, { end: false });
  from.once('end', () => {
    if (!from.rstCode) to.end();
  });
}

/** A request by HTTP/1. */
export function plainExchange(incoming: IncomingMessage, outgoing: ServerResponse): Exchange {
  outgoing.on('error', ignore);
  return {
    head: incoming,
    body: hasBody(incoming) ? incoming : null,
    answer: outgoing,
    get begun() {
      return outgoing.headersSent;
    },
    begin: (status, reason, headers) => void outgoing.writeHead(status, plainReason(reason), [...headers]),
    hint(status, links) {
      if (incoming.httpVersion !== '1.1') return;
      if (status === 102) outgoing.writeProcessing();
      else outgoing.writeEarlyHints({ link: links.flatMap((link) => link.split(linkEnd)) });
    },
    refuse: (status) => refuse(outgoing, status),
    abort: () => void outgoing.destroy(),
  };
}
