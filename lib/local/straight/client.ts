import { socketOf } from '#lib/model/platform/endpoint.ts';

/** A call in the form of its client, by the name of its command. */
export interface Call {
  readonly command: string | undefined;
  readonly input: object;
}

/** A call with its input as the SDK is to send it where it must be sent again, and its reply where there is one. */
export interface Straight {
  readonly input: object;
  readonly output: object | undefined;
}

/** Calls of the engine behind a socket, without the SDK between. */
export type StraightCalls = (call: Call) => Promise<Straight>;

/** What is used of a client of the SDK. */
interface Client {
  readonly middlewareStack: {
    add(middleware: never, options: { step: 'initialize'; priority: 'low'; name: string }): void;
    remove(name: string): boolean;
  };
}

type Next = (args: { readonly input: object }) => Promise<{ output: object; response: unknown }>;

const name = 'straight';
const known = new WeakMap<Client, (next: Next, context: { commandName?: string }) => Next>();

/**
 * Has the client of this endpoint call an engine behind a socket without the SDK's layers: the SDK's take several times
 * as long as the call itself. What is added to the client for the step `initialize` comes before. A client of another
 * endpoint is left as it is.
 */
export function callStraight<T extends Client>(
  client: T,
  endpoint: string | undefined,
  callsTo: (socketPath: string) => StraightCalls,
): T {
  const socketPath = socketOf(endpoint ?? '');
  if (socketPath === undefined || known.has(client)) return client;
  const call = callsTo(socketPath);
  known.set(client, (next, { commandName: command }) => async (args) => {
    const { input, output } = await call({ command, input: args.input });
    return output ? { output, response: undefined } : next({ ...args, input });
  });
  add(client);
  return client;
}

/** Does a piece of work that looks at what the SDK sends and receives. */
export async function bySdk<T>(client: Client, work: () => Promise<T>): Promise<T> {
  client.middlewareStack.remove(name);
  try {
    return await work();
  } finally {
    add(client);
  }
}

function add(client: Client): void {
  const middleware = known.get(client);
  if (middleware) client.middlewareStack.add(middleware as never, { step: 'initialize', priority: 'low', name });
}
