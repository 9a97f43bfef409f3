import type { Operations } from '#lib/generated/client/operations.ts';
import { shown } from '#lib/generated/client/routes.ts';
import { SvcError } from './error.ts';
import { Limit, pause } from './limit.ts';
import type { OperationId } from './methods.ts';
import type { AnyArgs } from './outgoing.ts';

/** What can be waited for: whatever has an id, a status, and an operation that shows it. */
export type Waitable = Operations[(typeof shown)[keyof typeof shown]['operation']]['reply'];

/** A status of a resource, and `deleted` for one that can no longer be found. */
export type WaitStatus<R extends Waitable> = R['status'] | 'deleted';

/** How long to wait, and whom to tell. */
export interface WaitOptions<R> {
  /** Ends the wait, which then rejects with the signal's reason. */
  signal?: AbortSignal | undefined;
  /** Milliseconds after which the wait fails with the code `timed_out`; by default ten minutes. */
  timeout?: number | undefined;
  /** Is given the resource each time that it was asked for. */
  onPoll?: ((resource: R) => void) | undefined;
}

/** Shows a resource once more. */
type Show = (operation: OperationId, args: AnyArgs) => Promise<unknown>;

const tenMinutes = 600_000;

/** Milliseconds between two polls: at first, and at last. */
const [soonest, latest] = [200, 2000];

/** Statuses out of which nothing leads by itself. */
const final = new Set(['cancelled', 'deleted', 'disabled', 'error', 'expired', 'failed', 'refunded', 'terminated']);

/**
 * Asks for a resource until it has one of these statuses, and answers it as it then is; for `deleted`, as it was last
 * seen. Rejects with SvcError `wait_failed` once it has a final status that is not one of them, and `timed_out`.
 */
export async function awaited<R extends Waitable>(
  show: Show,
  given: R | Promise<R>,
  statuses: readonly string[],
  { signal, timeout = tenMinutes, onPoll }: WaitOptions<R>,
): Promise<R> {
  let last = await given;
  const wanted = statuses.join(' or ');
  const limit = new Limit(signal, timeout);
  try {
    for (let interval = soonest; ; interval = Math.min(latest, interval * 1.5)) {
      const found = await look(show, last, limit.signal);
      last = found ?? last;
      onPoll?.(last);
      const status: string = found?.status ?? 'deleted';
      if (statuses.includes(status)) return last;
      if (final.has(status)) throw failure(last, status, wanted);
      await pause(interval, limit.signal);
    }
  } catch (error) {
    if (!limit.late) throw error;
    const message = `${last.id} is still ${last.status} after ${timeout / 1000} s; ${wanted} was awaited`;
    throw new SvcError(message, { code: 'timed_out', cause: error });
  } finally {
    limit.end();
  }
}

/** The resource as it is now; undefined where there is none any more. */
async function look<R extends Waitable>(show: Show, { id }: R, signal: AbortSignal): Promise<R | undefined> {
  const prefix = /^([a-z]+)-[0-9a-hjkmnp-tv-z]{26}$/.exec(id)?.[1] ?? '';
  const { operation, parameter } = shown[prefix in shown ? (prefix as keyof typeof shown) : ''];
  try {
    return (await show(operation, { [parameter]: id, signal })) as R;
  } catch (error) {
    if (error instanceof SvcError && error.code === 'not_found') return undefined;
    throw error;
  }
}

function failure(last: Waitable, status: string, wanted: string): SvcError {
  const reason = 'status_reason' in last && last.status_reason ? ` (${last.status_reason})` : '';
  return new SvcError(`${last.id} is ${status}${reason}; ${wanted} was awaited`, { code: 'wait_failed', cause: last });
}
