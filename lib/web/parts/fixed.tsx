import { type Allowing, refusedNow } from './refused.ts';

/** Says in place of a form why a resource cannot be changed now: its status, or the permissions of the caller. */
export function Fixed({ resource, action = 'update' }: { resource: Allowing; action?: string }) {
  return (
    <p className="note">
      It cannot be {action === 'update' ? 'changed' : `${action}d`} now: {refusedNow(resource, action)}.
    </p>
  );
}
