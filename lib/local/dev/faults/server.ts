import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { ownServer } from '#lib/local/own-server.ts';
import type { FaultQuestion } from '#lib/model/platform/faults.ts';
import type { FaultBook } from './book.ts';
import { type Cap, KeyCaps } from './key-caps.ts';
import { sendOn } from './send-on.ts';
import { questionOf, type Refusal, refusalOf } from './table-faults.ts';

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
  const caps = new KeyCaps();
  const server = ownServer((req, res) => {
    const answer = req.url === '/strike' ? strike(book, req, res) : passOn({ book, table, caps }, req, res);
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

type Passing = Omit<Options, 'socketPath'> & { readonly caps: KeyCaps };

/** Passes a call on to the table, unless a fault refuses it; after `lost_reply` the reply is dropped. */
async function passOn({ book, table, caps }: Passing, req: IncomingMessage, res: ServerResponse): Promise<void> {
  const body = await text(req);
  const call = { operation: String(req.headers['x-amz-target']).split('.')[1] ?? '', body };
  const struck = book.strike(questionOf(call));
  if (struck?.after_seconds)
    await wait(struck.after_seconds * 1000, undefined, { signal: book.over }).catch(() => null);
  const refusal = struck && refusalOf(struck.outcome, call);
  if (refusal) return refuse(res, refusal);
  const cap = capOf(book);
  const at = cap ? caps.exhausted(call, cap) : -1;
  const over = at >= 0 && book.strike({ where: 'table', outcomes: ['capped'], subject: {} });
  if (over) return refuse(res, refusalOf('throttled', call, at));
  const { status, type, content } = await sendOn(table(), req, cap ? measured(body) : body);
  if (cap) caps.spend(call, cap, unitsOf(content.toString()));
  if (struck) {
    res.destroy();
    return;
  }
  res.writeHead(status, { 'content-type': type });
  res.end(content);
}

function refuse(res: ServerResponse, refusal: Refusal | undefined): void {
  res.writeHead(refusal?.status ?? 500, { 'content-type': 'application/x-amz-json-1.0' });
  res.end(JSON.stringify(refusal?.body ?? {}));
}

function capOf(book: FaultBook): Cap | undefined {
  const { read_units, write_units } = book.inForce('table', 'capped') ?? {};
  return read_units === undefined || write_units === undefined ? undefined : { read_units, write_units };
}

/** The call, whose answer says how many units it took. */
const measured = (body: string): string => JSON.stringify({ ...JSON.parse(body), ReturnConsumedCapacity: 'TOTAL' });

function unitsOf(content: string): number {
  const { ConsumedCapacity: consumed } = JSON.parse(content) as { ConsumedCapacity?: Consumed | Consumed[] };
  return [consumed ?? []].flat().reduce((sum, { CapacityUnits = 0 }) => sum + CapacityUnits, 0);
}

interface Consumed {
  readonly CapacityUnits?: number;
}
