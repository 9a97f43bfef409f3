import type { Anonymous, Credentials } from './credentials/credentials.ts';
import { parsed, refusal, SvcError } from './error.ts';
import { abortable, Limit, pause } from './limit.ts';
import type { OperationId, Reply } from './methods.ts';
import type { Outgoing } from './outgoing.ts';
import { delayBefore } from './retry.ts';
import type { Fetch, TransportReply } from './transport.ts';

/** One attempt of a call, as it is told to `onAttempt`: nothing in it is secret. */
export interface Attempt {
  readonly operation: OperationId;
  readonly method: string;
  /** Without the query. */
  readonly path: string;
  /** The names of the query's parameters; their values may be secret. */
  readonly query: readonly string[];
  /** 1 for the first. */
  readonly attempt: number;
  readonly milliseconds: number;
  /** The HTTP status; 0 where no reply came. */
  readonly status: number;
  readonly code: string | undefined;
  readonly requestId: string | undefined;
  /** Milliseconds until the call is repeated; undefined where it is not. */
  readonly repeatedIn: number | undefined;
}

/** What all calls of one client have in common. */
export interface Sender {
  /** Scheme, host and port. */
  readonly origin: string;
  readonly host: string;
  readonly fetch: Fetch;
  readonly credentials: Credentials | undefined;
  /** How often a call is repeated at most. */
  readonly retries: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly onAttempt: ((attempt: Attempt) => void) | undefined;
  /** Calls without credentials. */
  readonly anonymous: Anonymous;
}

/** How an attempt ended: with a reply or an error, and the headers that were sent. */
interface Outcome {
  readonly reply?: Reply<unknown>;
  readonly error?: SvcError;
  readonly headers: Readonly<Record<string, string>>;
  readonly at?: Date | undefined;
}

/** Milliseconds after which an attempt without a reply is a lost connection: the platform answers within 28 seconds. */
const attemptLimit = 40_000;

/** Sends a request, repeats it where that is right, and answers the reply. Rejects with SvcError, or as aborted. */
export async function send(
  sender: Sender,
  request: Outgoing,
  given: { signal?: AbortSignal | undefined; timeout: number },
): Promise<Reply<unknown>> {
  const limit = new Limit(given.signal, given.timeout);
  try {
    return await attempts(sender, request, limit.signal);
  } catch (error) {
    if (!limit.late) throw error;
    throw new SvcError(`${request.operation} took longer than ${given.timeout / 1000} s`, {
      code: 'timed_out',
      cause: error,
    });
  } finally {
    limit.end();
  }
}

async function attempts(sender: Sender, request: Outgoing, signal: AbortSignal): Promise<Reply<unknown>> {
  let renewed = false;
  for (let attempt = 1; ; attempt += 1) {
    const began = Date.now();
    const outcome = await tried(sender, request, signal);
    const next = nextAfter(sender, outcome, attempt, renewed);
    sender.onAttempt?.(told(request, outcome, attempt, Date.now() - began, next));
    if (outcome.reply) return outcome.reply;
    if (next === undefined) throw outcome.error;
    if (next !== 'renewal') await pause(next, signal);
    else if (await isRenewed(sender, outcome, signal)) renewed = true;
    else throw outcome.error;
  }
}

/** Milliseconds until a failed attempt is repeated, or new credentials first; undefined where it is not repeated. */
function nextAfter(
  { credentials, retries }: Sender,
  { error }: Outcome,
  attempt: number,
  renewed: boolean,
): number | 'renewal' | undefined {
  if (error?.status === 401 && credentials?.renew && !renewed) return 'renewal';
  return error && delayBefore(error, attempt, retries);
}

async function isRenewed({ credentials, anonymous }: Sender, outcome: Outcome, signal: AbortSignal): Promise<boolean> {
  const { error, headers, at } = outcome;
  if (!error || !credentials?.renew) return false;
  return abortable(Promise.resolve(credentials.renew({ error, headers, at }, anonymous)), signal);
}

/** One attempt. An aborted one rejects with the signal's reason; whatever else goes wrong is in the outcome. */
async function tried(sender: Sender, request: Outgoing, signal: AbortSignal): Promise<Outcome> {
  const headers = { ...sender.headers, ...request.headers };
  const { credentials } = sender;
  const proof = credentials?.prove?.({ request, host: sender.host, headers }, sender.anonymous);
  await abortable(Promise.resolve(proof), signal);
  const limit = new Limit(signal, attemptLimit);
  try {
    const reply = await sender.fetch(`${sender.origin}${request.path}${request.query && `?${request.query}`}`, {
      method: request.method,
      headers,
      ...(request.body !== undefined && { body: request.body }),
      signal: limit.signal,
      credentials: credentials?.cookies ? 'include' : 'omit',
    });
    return { ...read(reply, await reply.text()), headers };
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    return { error: lost(request, sender.host, error), headers };
  } finally {
    limit.end();
  }
}

/** The reply that this text is the body of, or its error. */
function read(reply: TransportReply, text: string): Omit<Outcome, 'headers'> {
  const { status, headers } = reply;
  const date = Date.parse(headers.get('date') ?? '');
  const at = Number.isNaN(date) ? undefined : new Date(date);
  if (status >= 400) return { error: refusal(reply, text), at };
  const body = status < 300 ? parsed<unknown>(text) : undefined;
  const requestId = headers.get('x-request-id') ?? undefined;
  if (body === undefined) {
    const what = status < 300 ? ' without JSON' : ', and redirects are not followed';
    const message = `HTTP ${status}${what}: is the base URL that of the API?`;
    return { error: new SvcError(message, { code: 'invalid_reply', status, requestId }), at };
  }
  const etag = headers.get('etag') ?? undefined;
  const replayed = headers.get('idempotent-replayed') === 'true';
  return { reply: { body, status, etag, requestId, replayed, header: (name) => headers.get(name) }, at };
}

function lost({ operation }: Outgoing, host: string, cause: unknown): SvcError {
  const reasons = [cause, (cause as { cause?: unknown } | undefined)?.cause];
  const words = reasons.flatMap((reason) => (reason instanceof Error && reason.message ? [reason.message] : []));
  return new SvcError(`${operation}: no reply from ${host}: ${words.join(': ') || String(cause)}`, {
    code: 'connection_failed',
    cause,
  });
}

function told(
  request: Outgoing,
  { reply, error }: Outcome,
  attempt: number,
  milliseconds: number,
  next: number | 'renewal' | undefined,
): Attempt {
  const { operation, method, path, query } = request;
  return {
    operation,
    method,
    path,
    query: query === '' ? [] : query.split('&').map((pair) => decodeURIComponent(pair.split('=')[0] ?? '')),
    attempt,
    milliseconds,
    status: reply?.status ?? error?.status ?? 0,
    code: error?.code,
    requestId: reply?.requestId ?? error?.requestId,
    repeatedIn: typeof next === 'number' ? next : undefined,
  };
}
