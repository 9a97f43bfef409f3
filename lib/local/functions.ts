import { randomUUID } from 'node:crypto';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { functionArn } from './environment.ts';
import type { Gate } from './state/gate.ts';

/** A function of serverless.yml: `name` is its deployed name, `handler` a path and an export, `timeout` in seconds. */
export interface FunctionDefinition {
  readonly name: string;
  readonly handler: string;
  readonly timeout: number;
}

/** Invokes functions as Lambda does, in this process, by the handler's path. */
export interface Functions {
  /**
   * Invokes a function by its deployed name or ARN. Rejects with the handler's error, with its name; with
   * Sandbox.Timedout after the function's timeout; at once when `signal` aborts.
   */
  invoke(name: string, payload: unknown, signal?: AbortSignal): Promise<unknown>;
  /** The ARN of a function by its key in functions.yml; undefined where there is none. */
  arnOf(key: string): string | undefined;
}

/** How calls enter. */
interface Entering {
  readonly gate: Gate;
  /** Awaited before each call of a function, by its key. */
  readonly before?: (key: string) => Promise<void>;
}

type Handler = (event: unknown, context: object) => unknown;

/**
 * The functions of the service at `root`. A handler is loaded when it is first called, and passes the gate until it has
 * ended, also where nobody waits for it any more.
 */
export function functionsOf(
  root: string,
  definitions: Readonly<Record<string, FunctionDefinition>>,
  { gate, before }: Entering,
): Functions {
  const byName = new Map(
    Object.entries(definitions).map(([key, definition]) => [definition.name, { key, definition }]),
  );
  return {
    arnOf(key) {
      const definition = Object.hasOwn(definitions, key) ? definitions[key] : undefined;
      return definition && functionArn(definition.name);
    },
    async invoke(name, payload, signal) {
      const bare = name.replace(/^arn:aws:lambda:[^:]*:[^:]*:function:/, '').replace(/:\$LATEST$/, '');
      const found = byName.get(bare);
      if (!found) throw named('ResourceNotFoundException', `function not found: ${functionArn(bare)}`);
      const { key, definition } = found;
      // Outside its time, as in the cloud.
      await before?.(key);
      const handler = await load(root, definition.handler);
      signal?.throwIfAborted();
      // In the cloud events are serialised, so they are copied here.
      const event = copied(payload);
      const answered = Promise.withResolvers<unknown>();
      const call = async () => {
        const work = (async () => handler(event, contextOf(definition)))();
        answered.resolve(limited(work, definition.timeout, signal));
        await work.catch(() => undefined);
      };
      gate.run(bare, 'inner', call, signal).catch(answered.reject);
      return copied(await answered.promise);
    },
  };
}

/**
 * Runs the function of a request by its key in functions.yml. It gets the event as it is, since nobody else has that.
 * It passes no gate and has no time limit here: its caller has seen to both.
 */
export const runnerOf =
  (root: string, definitions: Readonly<Record<string, { readonly handler: string }>>, before: Entering['before']) =>
  async (key: string, event: object): Promise<unknown> => {
    await before?.(key);
    const handler = await load(root, definitions[key]?.handler ?? '');
    return handler(event, {});
  };

/** These functions, where every call waits until `ready` has resolved. */
export function calledAfter(ready: Promise<unknown>, functions: Functions): Functions {
  return {
    arnOf: functions.arnOf,
    async invoke(name, payload, signal) {
      await ready;
      return functions.invoke(name, payload, signal);
    },
  };
}

const loaded = new Map<string, Handler>();

/** The exported function at `folder/file.export`, which is looked for once. */
export async function load(root: string, path: string): Promise<Handler> {
  const name = `${root} ${path}`;
  const known = loaded.get(name);
  if (known) return known;
  const dot = path.lastIndexOf('.');
  const file = resolve(root, `${path.slice(0, dot)}.ts`);
  const module = (await import(pathToFileURL(file).href)) as Record<string, unknown>;
  const handler = module[path.slice(dot + 1)];
  if (typeof handler !== 'function') throw named('Runtime.HandlerNotFound', `${path} is not a function`);
  loaded.set(name, handler as Handler);
  return handler as Handler;
}

function contextOf({ name, timeout }: FunctionDefinition): object {
  const deadline = performance.now() + timeout * 1000;
  return {
    functionName: name,
    functionVersion: '$LATEST',
    invokedFunctionArn: functionArn(name),
    memoryLimitInMB: '512',
    awsRequestId: randomUUID(),
    logGroupName: `/aws/lambda/${name}`,
    logStreamName: 'local',
    callbackWaitsForEmptyEventLoop: false,
    getRemainingTimeInMillis: () => Math.max(0, Math.floor(deadline - performance.now())),
  };
}

/** Settles with `work`, or rejects when the time is up or the signal aborts. The work itself goes on. */
function limited<T>(work: Promise<T>, seconds: number, signal?: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const timedOut = () => reject(named('Sandbox.Timedout', `Task timed out after ${seconds} seconds`));
    const timer = setTimeout(timedOut, seconds * 1000);
    const aborted = () => reject(signal?.reason);
    signal?.addEventListener('abort', aborted, { once: true });
    const done = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', aborted);
    };
    work.then(resolve, reject).finally(done);
  });
}

function copied(value: unknown): unknown {
  return value === undefined ? null : JSON.parse(JSON.stringify(value));
}

function named(name: string, message: string): Error {
  return Object.assign(new Error(message), { name });
}
