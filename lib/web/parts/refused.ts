import { type AnyStatus, isTransient } from '#lib/web/api/statuses.ts';
import { words } from './status.tsx';

/** What says what can be done with it. */
export interface Allowing {
  readonly status: AnyStatus;
  readonly task?: string | null;
  readonly allowed_actions: readonly string[];
}

/** Why an action is refused that the status would allow. */
export const notPermitted = 'your permissions do not allow it';

/** The statuses in which a resource allows whatever its pages then offer. */
const open: ReadonlySet<AnyStatus> = new Set(['active', 'available']);

const isOpen = ({ status, task }: Allowing): boolean => open.has(status) && !task;

/** Why an action is refused now; undefined where it is allowed. `why` is said in place of the status. */
export function refusedNow(resource: Allowing, action: string, why?: string): string | undefined {
  if (resource.allowed_actions.includes(action)) return undefined;
  if (mayNothing(resource)) return notPermitted;
  if (why === undefined && isOpen(resource)) return notPermitted;
  return why ?? `not while it is ${words(resource.status)}`;
}

/** Whether the caller's policies allow nothing: a resource at rest allows something to whoever may do everything. */
const mayNothing = ({ status, task, allowed_actions }: Allowing): boolean =>
  allowed_actions.length === 0 && !task && !isTransient(status) && status !== 'terminated';
