import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { ownServer } from '#lib/local/own-server.ts';
import type { FaultQuestion } from '#lib/model/platform/faults.ts';
import type { FaultBook } from './book.ts';
import { sendOn } from './send-on.ts';
import { questionOf, refusalOf } from './table-faults.ts';

/** Where functions ask for faults, and through which their calls of the table pass while it has any. */
export interface FaultServer {
  close(): Promise<void>;
}

interface Options {
  readonly socketPath: string;
  readonly book: FaultBook;
  /** Where the table is called. */
  readonly table: () => string;
}

/** Serves on a unix socket that only this user can reach. */
export async function startFaultServer({ socketPath, book, table }: Options): Promise<FaultServer> {
  const server = ownServer((req, res) => {
    const answer = req.url === '/strike' ? strike(book, req, res) : passOn(book, table, req, res);
    // Its client sees a broken connection, as of a service that ended.
    answer.catch(() => res.destroy());
  });
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(socketPath, resolve));
  return {
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function strike(book: FaultBook, req: IncomingMessage, res: ServerResponse): Promise<void> {
  const question = JSON.parse(await text(req)) as FaultQuestion;
  res.end(JSON.stringify({ struck: book.strike(question) }));
}

/** Passes a call on to the table, unless a fault refuses it; after `lost_reply` the reply is dropped. */
async function passOn(book: FaultBook, table: () => string, req: IncomingMessage, res: ServerResponse): Promise<void> {
  const body = await text(req);
  const call = { operation: String(req.headers['x-amz-target']).split('.')[1] ?? '', body };
  const struck = book.strike(questionOf(call));
  if (struck?.after_seconds)
    await wait(struck.after_seconds * 1000, undefined, { signal: book.over }).catch(() => null);
  const refusal = struck && refusalOf(struck.outcome, call);
  if (refusal) {
    res.writeHead(refusal.status, { 'content-type': 'application/x-amz-json-1.0' });
    res.end(JSON.stringify(refusal.body));
    return;
  }
  const { status, type, content } = await sendOn(table(), req, body);
  if (struck) {
    res.destroy();
    return;
  }
  res.writeHead(status, { 'content-type': type });
  res.end(content);
}
