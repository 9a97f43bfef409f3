import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { ownServer } from '#lib/local/own-server.ts';
import { endpointAt } from '#lib/model/platform/endpoint.ts';
import type { Fault, FaultBook } from './book.ts';
import { LaggingView } from './lagging-view.ts';
import { sendOn } from './send-on.ts';
import { isWrite } from './table-faults.ts';

interface Options {
  readonly socketPath: string;
  readonly book: FaultBook;
  /** The table's own endpoint, and its name. */
  readonly endpoint: string;
  readonly table: string;
}

const lag = { where: 'table', outcomes: ['lag'], subject: {} } as const;

/**
 * Stands before the table while its index lags: reads of the index are answered as of some seconds ago, and all other
 * calls by the table.
 */
export class LaggingIndex {
  readonly #options: Options;
  readonly #server = ownServer((req, res) => {
    // Its client sees a broken connection, as of a service that ended.
    this.#answer(req, res).catch(() => res.destroy());
  });
  #view: Promise<LaggingView> | undefined;
  #seconds: number | undefined;
  #last: Promise<void> = Promise.resolve();

  constructor(options: Options) {
    this.#options = options;
  }

  /** Where the table is called while its index lags. */
  get endpoint(): string {
    return endpointAt(this.#options.socketPath);
  }

  /** Has the index lag by the seconds of a fault from now on; without one it is current at once. */
  async set(fault: Pick<Fault, 'after_seconds'> | undefined): Promise<void> {
    this.#seconds = fault?.after_seconds ?? undefined;
    if (this.#seconds !== undefined && !this.#server.listening) await this.#listen();
    await this.again();
  }

  /** Begins again from the table as it is now, whose contents were exchanged. */
  again(): Promise<void> {
    const turn = this.#last.then(() => this.#begin());
    this.#last = turn.catch(() => undefined);
    return turn;
  }

  async #begin(): Promise<void> {
    const before = this.#view;
    this.#view = undefined;
    await before?.then((view) => view.close());
    const seconds = this.#seconds;
    if (seconds === undefined) return;
    const { endpoint, table, socketPath } = this.#options;
    const opening = LaggingView.open({ endpoint, table, seconds, socketPath: `${socketPath}-engine` });
    this.#view = opening;
    try {
      await opening;
    } catch (error) {
      this.#view = undefined;
      throw error;
    }
  }

  async close(): Promise<void> {
    await this.set(undefined);
    await new Promise<void>((resolve) => {
      this.#server.close(() => resolve());
      this.#server.closeAllConnections();
    });
  }

  #listen(): Promise<void> {
    return new Promise((resolve, reject) =>
      this.#server.once('error', reject).listen(this.#options.socketPath, resolve),
    );
  }

  async #answer(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const body = await text(req);
    const view = await this.#view;
    const isLate = view !== undefined && readsIndex(body);
    if (isLate) this.#options.book.strike(lag);
    const { status, type, content } = await sendOn(isLate ? await view.current() : this.#options.endpoint, req, body);
    const operation = String(req.headers['x-amz-target']).split('.')[1] ?? '';
    // What is not noted now is noted before the next read.
    if (view && isWrite(operation)) view.note().catch(() => undefined);
    res.writeHead(status, { 'content-type': type, 'content-length': content.length });
    res.end(content);
  }
}

/** Only Query and Scan have the field. */
const readsIndex = (body: string): boolean =>
  body.includes('"IndexName"') && (JSON.parse(body) as { IndexName?: unknown }).IndexName !== undefined;
