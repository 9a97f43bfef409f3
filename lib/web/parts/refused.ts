import { isTransient } from '#lib/web/api/moving.ts';
import { words } from './status.tsx';

/** What says what can be done with it. */
export interface Allowing {
  readonly status: string;
  readonly task?: string | null;
  readonly allowed_actions: readonly string[];
}

/** Why an action is refused that the status would allow. */
export const notPermitted = 'your permissions do not allow it';

/** The statuses in which a resource allows whatever its pages then offer. */
const open = new Set(['active', 'available']);

const isOpen = ({ status, task }: Allowing): boolean => open.has(status) && !task;

/** The statuses in which nobody can do anything any more. */
const ended = new Set(['deleted', 'terminated']);

/** Why an action is refused now; undefined where it is allowed. `why` is said in place of the status. */
export function refusedNow(resource: Allowing, action: string, why?: string): string | undefined {
  if (resource.allowed_actions.includes(action)) return undefined;
  if (mayNothing(resource)) return notPermitted;
  if (why === undefined && isOpen(resource)) return notPermitted;
  return why ?? `not while it is ${words(resource.status)}`;
}

/** Whether the caller's policies allow nothing: a resource at rest allows something to whoever may do everything. */
const mayNothing = ({ status, task, allowed_actions }: Allowing): boolean =>
  allowed_actions.length === 0 && !task && !isTransient(status) && !ended.has(status);
