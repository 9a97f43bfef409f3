import { socketOf } from '#lib/model/platform/endpoint.ts';

/** A call in the form of its client, by the name of its command. */
export interface Call {
  readonly command: string | undefined;
  readonly input: object;
}

/** A call with its input as the SDK is to send it where it must be sent again, and its reply where there is one. */
export interface DirectCall {
  readonly input: object;
  readonly output: object | undefined;
}

/** Calls of the engine behind a socket, without the SDK between. */
export type DirectCalls = (call: Call) => Promise<DirectCall>;

/** Receives each call and its reply, which is undefined if the call failed. */
export type Seen = (call: Call & { readonly output: object | undefined }) => void;

type Next = (args: { readonly input: object }) => Promise<{ output: object; response: unknown }>;
type Middleware = (next: Next, context: { commandName?: string }) => Next;

interface Options {
  readonly step: 'initialize';
  readonly priority: 'low';
  readonly name: string;
}

interface Stack {
  add(middleware: Middleware, options: Options): void;
  addRelativeTo(middleware: Middleware, options: Options): void;
  remove(toRemove: string): boolean;
}

/** One of the SDK's commands; those for documents have that of the engine inside. */
interface Command {
  readonly input: object;
  readonly clientCommand?: { readonly constructor: { readonly name: string } };
  readonly constructor: { readonly name: string };
}

/** What is used of a client of the SDK. */
interface Client {
  send: unknown;
  readonly middlewareStack: unknown;
}

type Send = (command: Command, ...rest: unknown[]) => Promise<object>;

const ours: Omit<Options, 'name'> & { name: 'direct' } = { step: 'initialize', priority: 'low', name: 'direct' };

/** What is kept of a client whose calls bypass the SDK. */
interface Known {
  readonly middleware: Middleware;
  readonly seen: Set<Seen>;
}

const known = new WeakMap<Client, Known>();

/**
 * Has the client of this endpoint call an engine behind a socket without the SDK's layers: the SDK's take several times
 * as long as the call itself. It comes before whatever else is added to the client; while something is, calls pass
 * through that first, as the SDK has it. A client of another endpoint is left as it is.
 */
export function callDirectly<T extends Client>(
  client: T,
  endpoint: string | undefined,
  callsTo: (socketPath: string) => DirectCalls,
  seen?: Seen,
): T {
  const socketPath = socketOf(endpoint ?? '');
  if (socketPath === undefined) return client;
  const kept = known.get(client) ?? shorten(client, callsTo(socketPath));
  if (seen) kept.seen.add(seen);
  return client;
}

/** Whether a client's calls bypass the SDK, and are reported. */
export const isDirect = (client: Client): boolean => known.has(client);

/** Does a piece of work that looks at what the SDK sends and receives. */
export async function bySdk<T>(client: Client, work: () => Promise<T>): Promise<T> {
  const stack = client.middlewareStack as Stack;
  stack.remove(ours.name);
  try {
    return await work();
  } finally {
    const kept = known.get(client);
    if (kept) stack.add(kept.middleware, ours);
  }
}

/** Sends by the short way: for each call the SDK puts its layers together anew. */
function shorten(client: Client, call: DirectCalls): Known {
  const send = (client.send as Send).bind(client);
  const stack = client.middlewareStack as Stack;
  /** Inputs that the SDK is to send as they are. */
  const left = new WeakSet<object>();
  const isAlone = watch(stack);
  const through = async (command: string | undefined, input: object, sendOn: (input: object) => Promise<object>) => {
    let output: object | undefined;
    try {
      const direct = await call({ command, input });
      output = direct.output ?? (await sendOn(direct.input));
      return output;
    } finally {
      for (const seen of kept.seen) seen({ command, input, output });
    }
  };
  const middleware: Middleware =
    (next, { commandName }) =>
    async (args) => {
      if (left.has(args.input)) return next(args);
      const output = await through(commandName, args.input, async (input) => (await next({ ...args, input })).output);
      return { output, response: undefined };
    };
  const kept: Known = { middleware, seen: new Set() };
  known.set(client, kept);
  stack.add(middleware, ours);
  client.send = (command: Command, ...rest: unknown[]) => {
    if (!isAlone() || rest.length > 0) return send(command, ...rest);
    return through((command.clientCommand ?? command).constructor.name, command.input, (input) => {
      left.add(input);
      return send(new (command.constructor as new (input: object) => Command)(input));
    });
  };
  return kept;
}

/** Answers whether our layer is there, and no other was added. */
function watch(stack: Stack): () => boolean {
  const { add, addRelativeTo, remove } = stack;
  let isThere = false;
  let others = 0;
  const note = ({ name }: Options, by: 1 | -1) => {
    if (name === ours.name) isThere = by === 1;
    else others += by;
  };
  stack.add = (middleware, options) => {
    add(middleware, options);
    note(options, 1);
  };
  stack.addRelativeTo = (middleware, options) => {
    addRelativeTo(middleware, options);
    note(options, 1);
  };
  stack.remove = (toRemove) => {
    const isRemoved = remove(toRemove);
    if (isRemoved) note({ ...ours, name: toRemove }, -1);
    return isRemoved;
  };
  return () => isThere && others === 0;
}
