import { words } from './status.tsx';

interface Allowing {
  readonly status: string;
  readonly allowed_actions: readonly string[];
}

/** Why an action is refused now; undefined where it is allowed. `why` is said in place of the status. */
export const refusedNow = ({ status, allowed_actions }: Allowing, action: string, why?: string): string | undefined =>
  allowed_actions.includes(action) ? undefined : (why ?? `not while it is ${words(status)}`);
