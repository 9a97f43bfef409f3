import { exits, Failure } from '#lib/cli/failure.ts';
import { StatusLine } from '#lib/cli/output/terminal.ts';
import { SvcError } from '#lib/client/error.ts';
import { isSettled } from '#lib/client/held.ts';
import type { Reply } from '#lib/client/methods.ts';
import { shown } from '#lib/generated/client/routes.ts';
import type { Session } from './session.ts';

/** What has a status that changes by itself. */
export interface Resource {
  readonly id: string;
  readonly name?: string;
  readonly status: string;
  readonly status_reason?: string | null;
  readonly task?: string | null;
  readonly deleted?: boolean;
}

/** Whether a body is a resource that can be waited for. */
export function isResource(body: unknown): body is Resource {
  const { id, status } = (body ?? {}) as Partial<Resource>;
  return typeof id === 'string' && typeof status === 'string' && showing(id) !== undefined;
}

/** The operation that shows what has this id, and the parameter that takes it. */
function showing(id: string): { operation: string; parameter: string } | undefined {
  const prefix = /^([a-z]+)-[0-9a-hjkmnp-tv-z]{26}$/.exec(id)?.[1] ?? '';
  return (shown as Readonly<Record<string, { operation: string; parameter: string }>>)[prefix];
}

/** What a wait is for: one of these statuses, or, where none is named, that nothing more happens. */
interface Goal {
  readonly statuses: readonly string[];
  /** Seconds. */
  readonly timeout: number;
}

/** Milliseconds between two looks: at first, and at last. */
const [soonest, latest] = [150, 2000];

/**
 * Asks for a resource until the goal is reached, and answers its last reply; what can no longer be found is `deleted`.
 * Refuses what got into `error` where that was no goal (exit 1), and where the time ran out (exit 8).
 */
export async function waitFor(session: Session, first: Reply<unknown>, goal: Goal): Promise<Reply<unknown>> {
  const began = Date.now();
  const line = new StatusLine(session.globals.quiet === true);
  let reply = first;
  try {
    for (let interval = soonest; ; interval = Math.min(latest, interval * 1.4)) {
      const now = reply.body as Resource;
      if (isReached(now, goal)) return reply;
      const seconds = (Date.now() - began) / 1000;
      if (seconds > goal.timeout) throw ranOut(now, goal);
      line.show(`${progressOf(now)} ${Math.floor(seconds)} s`);
      await pause(Math.min(interval, goal.timeout * 1000), session.signal);
      reply = await look(session, now, reply);
    }
  } catch (error) {
    if (session.signal.aborted) throw interruptedAt(reply.body as Resource);
    throw error;
  } finally {
    line.clear();
  }
}

function progressOf({ id, name = id, status, task, status_reason }: Resource): string {
  const doing = task ?? status_reason;
  return `${name}: ${status}${doing ? ` (${doing})` : ''}`;
}

/** Ends early, and not with an error, where the signal is aborted: the next look says so. */
function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, milliseconds);
    signal.addEventListener('abort', end);
  });
}

function isReached(now: Resource, { statuses }: Goal): boolean {
  if (statuses.includes(now.status) || (now.deleted === true && statuses.includes('deleted'))) return true;
  const failed = now.status === 'error' || now.status === 'failed' || (statuses.length > 0 && isOver(now));
  if (failed) {
    const reason = now.status_reason ? `: ${now.status_reason}` : '';
    throw new Failure(`${called(now)} is ${now.deleted ? 'deleted' : now.status}${reason}`, { code: 'wait_failed' });
  }
  return statuses.length === 0 && isSettled(now);
}

const isOver = ({ status, deleted }: Resource): boolean => deleted === true || status === 'terminated';

async function look(session: Session, { id, name }: Resource, last: Reply<unknown>): Promise<Reply<unknown>> {
  const { operation, parameter } = showing(id) ?? { operation: '', parameter: '' };
  try {
    return await session.client.request(operation, { [parameter]: id });
  } catch (error) {
    if (!(error instanceof SvcError) || error.code !== 'not_found') throw error;
    return { ...last, body: { id, ...(name !== undefined && { name }), status: 'deleted', deleted: true } };
  }
}

const called = ({ id, name }: Resource): string => (name === undefined ? id : `${name} (${id})`);

function ranOut(now: Resource, { timeout }: Goal): Failure {
  const message = `${called(now)} is still ${now.status} after ${timeout} s`;
  return new Failure(message, { exit: exits.waited, code: 'wait_timed_out', hint: `svc wait ${now.id}` });
}

function interruptedAt(now: Resource): Failure {
  return new Failure(`interrupted: ${called(now)} is ${now.status}`, {
    exit: exits.interrupted,
    code: 'interrupted',
    hint: `svc wait ${now.id}`,
  });
}
