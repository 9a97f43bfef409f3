import { routes } from '#lib/generated/client/routes.ts';
import type { DryRun } from '#lib/generated/client/schemas.ts';
import type { Credentials } from './credentials/credentials.ts';
import { heldOrPolled } from './held.ts';
import type { Args, DryRunId, Given, Item, ListId, Methods, OperationId, Reply, ReplyBody } from './methods.ts';
import { type AnyArgs, type Outgoing, outgoing } from './outgoing.ts';
import { items, pages } from './pages.ts';
import { type Attempt, type Sender, send } from './send.ts';
import type { Fetch } from './transport.ts';
import { awaited, type Waitable, type WaitOptions, type WaitStatus } from './wait.ts';

/** How a client calls the platform. */
export interface ClientOptions {
  /** Where the API is: `https://api.example`, with the path that stands before its routes. */
  readonly baseUrl: string | URL;
  /** Who asks; without it requests have no credentials. */
  readonly credentials?: Credentials | undefined;
  /** Sends requests, in place of the global `fetch`. */
  readonly fetch?: Fetch | undefined;
  /** How often a call is repeated at most, after 429, 503 and lost connections; by default 4. */
  readonly retries?: number | undefined;
  /** Milliseconds after which a call gives up, repetitions included; by default two minutes. */
  readonly timeout?: number | undefined;
  /** Headers of every request, such as `user-agent`. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Is told every attempt once it has ended. What it throws ends the call. */
  readonly onAttempt?: ((attempt: Attempt) => void) | undefined;
}

/** What a client can do beside the operations. */
export interface ClientCore {
  /** Calls an operation by its name, and answers the whole reply: body, status, ETag, request id. */
  request<K extends DryRunId>(operation: K, args: Args<K> & { dryRun: true }): Promise<Reply<DryRun>>;
  request<K extends OperationId>(
    operation: K,
    ...args: Given<Args<K> & { dryRun?: false | undefined }>
  ): Promise<Reply<ReplyBody<K>>>;
  request<K extends DryRunId>(operation: K, args: Args<K>): Promise<Reply<ReplyBody<K> | DryRun>>;
  /** The items of a list, page after page, as they are asked for; `query.limit` is the size of a page. */
  paginate<K extends ListId>(operation: K, ...args: Given<Args<K>>): AsyncGenerator<Item<K>>;
  /** The replies of a list, page after page. */
  pages<K extends ListId>(operation: K, ...args: Given<Args<K>>): AsyncGenerator<ReplyBody<K>>;
  /**
   * Asks for a resource until it has the status, or one of these, and answers it as it then is; `deleted` is the status
   * of what can no longer be found. Rejects with SvcError `wait_failed` where the resource got into a status out of
   * which nothing leads, and `timed_out`.
   */
  waitFor<R extends Waitable>(
    resource: R | Promise<R>,
    status: WaitStatus<R> | readonly WaitStatus<R>[],
    options?: WaitOptions<R>,
  ): Promise<R>;
}

/** Every operation of the platform as a method, and what goes beyond one request. */
export type Client = Methods & ClientCore;

const defaults = { retries: 4, timeout: 120_000 };

/** Makes a client. It holds nothing open and needs no end. */
export function createClient(options: ClientOptions): Client {
  const { timeout = defaults.timeout } = options;
  const { pathname } = new URL(options.baseUrl);
  const basePath = pathname.endsWith('/') ? pathname.slice(0, -1) : pathname;
  const caller = (sender: Sender) => async (operation: OperationId, args: AnyArgs) =>
    send(sender, await bound(sender, outgoing(operation, args, basePath)), {
      signal: args.signal,
      timeout: args.timeout ?? timeout,
    });
  const ask = caller(senderOf(options, caller));
  const request: typeof ask = (operation, args) =>
    args.wait === undefined ? ask(operation, args) : heldOrPolled(ask, operation, args, args.timeout ?? timeout);
  const body = async (operation: OperationId, args: AnyArgs = {}) => (await request(operation, args)).body;
  const core = {
    request: (operation: OperationId, args: AnyArgs = {}) => request(operation, args),
    paginate: (operation: ListId, args: AnyArgs = {}) => items(body, operation, args),
    pages: (operation: ListId, args: AnyArgs = {}) => pages(body, operation, args),
    waitFor: <R extends Waitable>(
      given: R | Promise<R>,
      status: string | readonly string[],
      how: WaitOptions<R> = {},
    ) => awaited(body, given, [status].flat(), how),
  };
  const methods = Object.keys(routes).map((name) => [name, (args?: AnyArgs) => body(name as OperationId, args)]);
  // The types are those of the document, from which the table of the routes is made as well.
  return { ...Object.fromEntries(methods), ...core } as unknown as Client;
}

type Caller = (sender: Sender) => (operation: OperationId, args: AnyArgs) => Promise<Reply<unknown>>;

const bound = async ({ credentials }: Sender, request: Outgoing): Promise<Outgoing> =>
  (await credentials?.bind?.(request)) ?? request;

/** What all calls have in common; those that get credentials have none themselves. */
function senderOf(options: ClientOptions, caller: Caller): Sender {
  const { origin, host } = new URL(options.baseUrl);
  const { credentials, retries = defaults.retries, headers = {}, onAttempt } = options;
  // A browser sends its cookies all the same, and their proof belongs to them.
  const { renew: _, ...bare } = credentials?.cookies ? credentials : {};
  const sender: Sender = {
    origin,
    host,
    fetch: options.fetch ?? ((url, init) => fetch(url, init)),
    credentials,
    retries,
    headers,
    onAttempt,
    anonymous: async (operation, args) =>
      (await caller({ ...sender, credentials: bare })(operation, args as AnyArgs)).body as never,
  };
  return sender;
}
