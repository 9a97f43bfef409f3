import type { IncomingMessage, ServerResponse } from 'node:http';
import { oneLine } from '#lib/local/log.ts';
import { type AccountOfKey, Callers } from './caller.ts';
import { type Shape, shapeOf } from './shape.ts';

/** A request to the API, without any value that was sent. */
export interface LoggedRequest {
  /** RFC 3339, with milliseconds. */
  readonly at: string;
  readonly method: string;
  /** With the names of query parameters, and without their values. */
  readonly path: string;
  /** Null where the client went away before the answer. */
  readonly status: number | null;
  readonly ms: number;
  /** The account that the credentials name, where they were accepted. */
  readonly account_id: string | null;
  /** The X-Error-Code of the answer. */
  readonly error: string | null;
  readonly body_shape: Shape | null;
}

const KEPT = 200;
const LONGEST_PATH = 300;

/** The last requests to the API, newest first. */
export class RequestLog {
  readonly #callers: Callers;
  readonly #print: ((line: string) => void) | undefined;
  readonly #kept: LoggedRequest[] = [];
  #isOn = false;

  /** `print` gets a line for each request, where requests are to be shown. */
  constructor(ofKey: AccountOfKey, print?: (line: string) => void) {
    this.#callers = new Callers(ofKey);
    this.#print = print;
  }

  /** Begins to keep requests; what the platform asks itself while it starts is none. */
  begin(): void {
    this.#isOn = true;
  }

  /** At most `limit`, newest first. */
  list(limit: number): LoggedRequest[] {
    return this.#kept.slice(-limit).reverse();
  }

  /** Follows a request to its end. Answers what is to be called with its body, by whoever reads that. */
  follow(req: IncomingMessage, res: ServerResponse): (body: Buffer) => void {
    if (!this.#isOn) return () => undefined;
    const [at, from] = [new Date().toISOString(), performance.now()];
    const { method = 'GET', url = '/' } = req;
    let body_shape: Shape | null = null;
    const codeOf = followHead(res);
    res.once('close', () => {
      const status = res.writableFinished ? res.statusCode : null;
      const ms = Math.round((performance.now() - from) * 10) / 10;
      const error = status === null ? null : codeOf();
      const entry = { at, method, path: shownPath(url), status, ms, account_id: null, error, body_shape };
      void this.#keep(entry, req);
    });
    return (body) => {
      body_shape = shapeOf(body, req.headers['content-type']);
    };
  }

  async #keep(entry: LoggedRequest, req: IncomingMessage): Promise<void> {
    const account_id = entry.status === 401 ? null : await this.#callers.accountOf(req);
    const known = { ...entry, account_id };
    this.#kept.push(known);
    if (this.#kept.length > KEPT) this.#kept.shift();
    this.#print?.(lineOf(known));
  }
}

/** The X-Error-Code of an answer, once it is sent. Node forgets the headers that are given to writeHead. */
function followHead(res: ServerResponse): () => string | null {
  let code: string | null = null;
  const send = res.writeHead.bind(res) as (status: number, ...rest: unknown[]) => ServerResponse;
  const follow = (status: number, ...rest: unknown[]) => {
    if (status >= 400) code = codeIn(rest.at(-1));
    return send(status, ...rest);
  };
  res.writeHead = follow as typeof res.writeHead;
  return () => code;
}

/** In headers as an object, or as a list of names and values in turns. */
function codeIn(headers: unknown): string | null {
  const pairs = Array.isArray(headers)
    ? headers.flatMap((name, at) => (at % 2 === 0 ? [[name, headers[at + 1]]] : []))
    : Object.entries(headers ?? {});
  return pairs.find(([name]) => String(name).toLowerCase() === 'x-error-code')?.[1] ?? null;
}

/** A request target without the values of its query: these may be tokens. */
function shownPath(target: string): string {
  const [path = '', query] = target.split(/\?(.*)/s, 2);
  const names = query?.split('&').map((part) => /^([\w.~-]{1,63})=/.exec(part)?.[1] ?? '…');
  const shown = names === undefined ? path : `${path}?${names.join('&')}`;
  return shown.length > LONGEST_PATH ? `${shown.slice(0, LONGEST_PATH - 1)}…` : shown;
}

function lineOf({ method, path, status, ms, account_id, error }: LoggedRequest): string {
  const words = [method, path, status ?? 'gone', `${Math.round(ms)} ms`, account_id ?? '-', error ?? '-'];
  return oneLine(words.join(' '));
}
