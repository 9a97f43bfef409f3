import { routes, shown } from '#lib/generated/client/routes.ts';
import { SvcError } from './error.ts';
import { pause } from './limit.ts';
import type { OperationId, Reply } from './methods.ts';
import type { AnyArgs } from './outgoing.ts';

/** Calls an operation. */
type Ask = (operation: OperationId, args: AnyArgs) => Promise<Reply<unknown>>;

/** What of a resource says whether something still happens to it. */
interface Progress {
  readonly status: string;
  readonly task?: string | null;
  readonly deleted?: boolean;
}

/** Milliseconds between two requests: at first, and at last. */
const [soonest, latest] = [200, 2000];

/** Whether nothing more happens to a resource by itself: no status of work, and no task. */
export function isSettled({ status, task, deleted }: Progress): boolean {
  return deleted === true || status === 'running' || status === 'pending' || (!/ing$/.test(status) && !task);
}

/** Whether a reply came at once that was to be held: the platform holds no more for this caller (contract 1.3). */
const isUnheld = (reply: Reply<unknown>): boolean => reply.header('preference-applied') === 'wait=0';

/**
 * Calls an operation with `wait`. Where the platform does not hold the reply, it is asked again until there is what was
 * waited for or the time is over: the same of a read, and of a change how far it has got. All of it takes at most
 * `timeout` milliseconds.
 */
export async function heldOrPolled(ask: Ask, operation: OperationId, args: AnyArgs, timeout: number) {
  const { wait = 0, signal = new AbortController().signal } = args;
  const began = Date.now();
  const within = () => ({ signal, timeout: Math.max(1, began + timeout - Date.now()) });
  const left = () => Math.max(0, began + Math.min(wait * 1000, timeout) - Date.now());
  let reply = await ask(operation, args);
  if (!isUnheld(reply)) return reply;
  const [method] = routes[operation].split(' ');
  const isOpen = method === 'GET' ? isUnheld : ({ body }: Reply<unknown>) => isUnderWay(body);
  const again = () =>
    method === 'GET'
      ? ask(operation, { ...args, ...within(), wait: Math.ceil(left() / 1000) })
      : look(ask, reply, within(), method === 'DELETE');
  for (let interval = soonest; isOpen(reply) && left() > interval; interval = Math.min(latest, interval * 2)) {
    await pause(interval, signal);
    const next = await again();
    if (!next) break;
    reply = next;
  }
  return reply;
}

function isUnderWay(body: unknown): boolean {
  const { id, status } = (body ?? {}) as { id?: unknown; status?: unknown };
  return typeof id === 'string' && typeof status === 'string' && !isSettled(body as Progress);
}

/** The reply to a change, with the resource as it is now; undefined where that cannot be seen. */
async function look(
  ask: Ask,
  reply: Reply<unknown>,
  within: AnyArgs,
  isDeletion: boolean,
): Promise<Reply<unknown> | undefined> {
  const { id } = reply.body as { id: string };
  const prefix = /^([a-z]+)-[0-9a-hjkmnp-tv-z]{26}$/.exec(id)?.[1] ?? '';
  const { operation, parameter } = shown[prefix in shown ? (prefix as keyof typeof shown) : ''];
  try {
    const { body, etag } = await ask(operation, { [parameter]: id, ...within });
    return { ...reply, body, etag };
  } catch (error) {
    // The change is done: that it cannot be followed makes it no failure.
    if (!(error instanceof SvcError)) throw error;
    return error.code === 'not_found' && isDeletion ? { ...reply, body: { id, deleted: true } } : undefined;
  }
}
