import { credentialsOf } from '#lib/cli/config/credentials.ts';
import { checkedAgent } from '#lib/cli/config/peers.ts';
import { type Format, formatOf, type Globals, type Settings, settings } from '#lib/cli/config/settings.ts';
import { platformClock } from '#lib/cli/output/platform-clock.ts';
import { tell } from '#lib/cli/output/terminal.ts';
import { createClient } from '#lib/client/client.ts';
import type { Credentials } from '#lib/client/credentials/credentials.ts';
import type { Args, Item, ListId, OperationId, Reply, ReplyBody } from '#lib/client/methods.ts';
import { nodeFetch } from '#lib/client/node/node-fetch.ts';
import { type AnyArgs, randomKey } from '#lib/client/outgoing.ts';
import type { Attempt } from '#lib/client/send.ts';
import { routes } from '#lib/generated/client/routes.ts';
import { laptopImages } from './laptop-images.ts';

/** The client, of which operations are called by names that are data. */
export interface AnyClient {
  request(operation: string, args?: AnyArgs): Promise<Reply<unknown>>;
  paginate(operation: string, args?: AnyArgs): AsyncGenerator<unknown>;
  pages(operation: string, args?: AnyArgs): AsyncGenerator<unknown>;
}

/** The same client for commands by hand, which know what they ask for: each operation with its own types. */
export interface TypedClient {
  ask<K extends OperationId>(operation: K, args: Args<K>): Promise<ReplyBody<K>>;
  /** The items of a list, page after page. */
  each<K extends ListId>(operation: K, args: Args<K>): AsyncGenerator<Item<K>>;
  /** The replies of a list, page after page. */
  eachPage<K extends ListId>(operation: K, args: Args<K>): AsyncGenerator<ReplyBody<K>>;
}

/** What a command works with. */
export interface Session {
  readonly globals: Globals;
  readonly settings: Settings;
  readonly format: Format;
  readonly client: AnyClient;
  readonly typed: TypedClient;
  /** Ends what is under way, at Ctrl-C. */
  readonly signal: AbortSignal;
}

/** Makes what a command works with from its flags. */
export async function openSession(globals: Globals, signal: AbortSignal): Promise<Session> {
  const found = await settings(globals);
  const client = clientFor(found, await credentialsOf(found), globals, signal);
  return { globals, settings: found, format: formatOf(globals, found.context), client, typed: client, signal };
}

/** A client for this platform; nobody asks where there are no credentials. */
function clientFor(
  found: Settings,
  credentials: Credentials | undefined,
  { debug = false }: Globals,
  signal: AbortSignal,
): AnyClient & TypedClient {
  const client = createClient({
    baseUrl: found.endpoint,
    credentials,
    fetch: laptopImages(platformClock.listening(nodeFetch(checkedAgent()))),
    headers: { 'user-agent': 'svc-cli' },
    ...(debug && { onAttempt: tellAttempt }),
  });
  const keyed = (operation: string, args: AnyArgs = {}): AnyArgs => {
    // What only reads needs no key.
    if (routes[operation as OperationId].startsWith('GET ')) return { signal, ...args };
    const key = args.idempotencyKey ?? randomKey();
    if (debug) tell(`debug: ${operation}: Idempotency-Key ${key}`);
    return { signal, ...args, idempotencyKey: key };
  };
  const each = (operation: string, args: AnyArgs | undefined) =>
    told(client.paginate(operation as never, { signal, ...args } as never), found);
  const eachPage = (operation: string, args: AnyArgs | undefined) =>
    told(client.pages(operation as never, { signal, ...args } as never), found);
  const request = async (operation: string, args: AnyArgs | undefined): Promise<Reply<unknown>> => {
    try {
      return await client.request(operation as OperationId, keyed(operation, args) as never);
    } catch (error) {
      throw await inWords(error, found);
    }
  };
  return {
    // Names and arguments are those of the table, which is made from the same document as the client's types.
    request,
    paginate: each,
    pages: eachPage,
    ask: async (operation, args) => (await request(operation, args as AnyArgs)).body as never,
    each: each as never,
    eachPage: eachPage as never,
  };
}

async function* told(items: AsyncGenerator<unknown>, found: Settings): AsyncGenerator<unknown> {
  try {
    yield* items;
  } catch (error) {
    throw await inWords(error, found);
  }
}

const inWords = async (error: unknown, found: Settings): Promise<unknown> =>
  (await import('./login-errors.ts')).aboutLogin(error, found);

/** Nothing in it is secret: the values of queries may be, and are not told. */
function tellAttempt({ method, path, query, status, milliseconds, code, requestId, repeatedIn }: Attempt): void {
  const words = [`${method} ${path}${query.length > 0 ? `?${query.join('&')}` : ''}`, status, `${milliseconds} ms`];
  const more = [code, requestId, repeatedIn !== undefined && `again in ${repeatedIn} ms`];
  tell(`debug: ${[...words, ...more].filter(Boolean).join(' ')}`);
}
