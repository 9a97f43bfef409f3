import { type IncomingMessage, request, type ServerResponse } from 'node:http';
import { request as secureRequest } from 'node:https';
import { buffer, text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { ownServer } from '#lib/local/own-server.ts';
import { socketOf } from '#lib/model/platform/endpoint.ts';
import type { FaultQuestion } from '#lib/model/platform/faults.ts';
import type { FaultBook } from './book.ts';
import { questionOf, refusalOf } from './table-faults.ts';

/** Where functions ask for faults, and through which their calls of the table pass while it has any. */
export interface FaultServer {
  close(): Promise<void>;
}

interface Options {
  readonly socketPath: string;
  readonly book: FaultBook;
  /** The table's own endpoint. */
  readonly table: string;
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
async function passOn(book: FaultBook, table: string, req: IncomingMessage, res: ServerResponse): Promise<void> {
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
  const reply = await sendTo(table, req, body);
  const content = await buffer(reply);
  if (struck) {
    res.destroy();
    return;
  }
  res.writeHead(reply.statusCode ?? 500, { 'content-type': reply.headers['content-type'] });
  res.end(content);
}

function sendTo(table: string, { headers: { connection: _, ...headers } }: IncomingMessage, body: string) {
  const socketPath = socketOf(table);
  const options = { method: 'POST', headers: { ...headers, 'content-length': Buffer.byteLength(body) } };
  const open = () => {
    if (socketPath !== undefined) return request({ ...options, socketPath, path: '/' });
    const { host } = new URL(table);
    const elsewhere = { ...options, headers: { ...options.headers, host } };
    return table.startsWith('https:') ? secureRequest(table, elsewhere) : request(table, elsewhere);
  };
  return new Promise<IncomingMessage>((resolve, reject) => {
    open().on('response', resolve).on('error', reject).end(body);
  });
}
