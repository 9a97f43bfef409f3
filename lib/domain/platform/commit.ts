import { realNow } from '#lib/drivers/clocks/real.ts';
import { ringStream } from '#lib/drivers/wakeup/ring.ts';
import { startWorkflow } from '#lib/drivers/workflows/start.ts';
import type { Letter } from '#lib/model/platform/mail.ts';
import type { Announcement, Author } from '#lib/store/platform/activity.ts';
import { hasIntent, type Intent, putIntent } from '#lib/store/platform/outbox.ts';
import { rehearse, transact, type Write } from '#lib/store/platform/write.ts';
import { postLetters } from './mail/post.ts';
import { ringHosts } from './ring-hosts.ts';

/** The writes of one transaction, and their consequences. */
export interface Effect {
  /** In the order in which their refusals take precedence. */
  writes: readonly Write[];
  /** The workflow that continues the effect. */
  workflow?: Intent;
  /** Workflows elsewhere that the effect requires. */
  alerts?: readonly Intent[];
  /** Events of the activity feed in addition to changes of status and existence, which follow from the writes. */
  announcements?: readonly Announcement[];
  /** Mail that the effect requires. */
  letters?: readonly Letter[];
  /** The hosts for which the effect has work: a job, or another description of what they serve. */
  rings?: readonly string[];
}

/** Milliseconds after which the outbox task starts a workflow that was not started after its transaction. */
const startGrace = 5_000;

/**
 * Commits an effect: one transaction of its writes, its letters, `also` and its intents, whose refusals take precedence
 * in this order, and of the events of its changes. `author` is who the activity feed names, by default the platform.
 * Then starts its workflows, and wakes the hosts and the reader of the stream. Returns the intents whose workflow could
 * not be started now; the outbox task starts them. Throws the refusal of the first write whose condition fails, and has
 * then done nothing.
 */
export async function commitEffect(effect: Effect, also: readonly Write[] = [], author?: Author): Promise<Intent[]> {
  const { writes, workflow, announcements, letters = [] } = effect;
  const intents = intentsOf(effect);
  const sealed = await postLetters(letters);
  const all = [...writes, ...sealed, ...also, ...intents.map(intend)];
  await transact(all, { author, announcements }).catch(async (failure) => {
    if (!(workflow && (await isIntended(workflow)))) throw failure;
  });
  ringStream(all.flatMap(({ item }) => item.Put?.Item?.pk ?? []));
  const [started] = await Promise.all([Promise.all(intents.map(startIntended)), ringHosts(effect.rings ?? [])]);
  return intents.filter((_, i) => !started[i]);
}

/** Checks every condition of an effect and changes nothing; throws what `commitEffect` would refuse with. */
export const rehearseEffect = ({ writes }: Effect, also: readonly Write[] = []): Promise<void> =>
  rehearse([...writes, ...also]);

/**
 * Starts an intended workflow; false where it could not be started now. A second start under one operation does
 * nothing.
 */
export async function startIntended({ machine, operation, input }: Intent): Promise<boolean> {
  try {
    await startWorkflow(machine, operation, input);
    return true;
  } catch {
    return false;
  }
}

const intentsOf = ({ workflow, alerts = [] }: Effect): Intent[] => [...(workflow ? [workflow] : []), ...alerts];

const intend = (workflow: Intent): Write => putIntent(workflow, realNow().getTime() + startGrace);

/**
 * Whether a transaction that seems to have failed was committed: its reply was lost, and the SDK's second attempt met
 * the effect of the first. No other transaction could have left this intent.
 */
const isIntended = ({ operation }: Intent): Promise<boolean> => hasIntent(operation).catch(() => false);
