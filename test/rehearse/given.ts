import type { JoinedHost } from '#test/support/hosts/joined-host.ts';
import type { Desk } from './desk.ts';
import type { Stage } from './stage/open.ts';
import type { Steps } from './steps.ts';

/** What a walk along the guides has. */
export interface Walk {
  readonly steps: Steps;
  readonly desk: Desk;
  /** What runs now. */
  readonly stage: Stage;
  /** Further words of a deployment: the processor that runs it here. */
  readonly own: string;
  /** Ends what runs, has the stack deployed again, and runs that. */
  redeploy(deployed: () => Promise<unknown>): Promise<void>;
  readonly host: JoinedHost;
  readonly home: string;
  /** What is to be ended, whatever becomes of the walk; the last thing first. */
  readonly closing: (() => unknown)[];
}

/** The address in the guides. */
export const email = 'asha@example.in';
