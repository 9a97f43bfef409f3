import { isStale } from '#lib/domain/platform/context.ts';
import { getAsg } from '#lib/store/compute/asgs.ts';
import { removeIntent } from '#lib/store/platform/outbox.ts';
import { transact } from '#lib/store/platform/write.ts';
import { changed, claimed, Overtaken } from './changes.ts';
import { haveFollowed, isBusy, reconcile, waitOf } from './reconcile.ts';
import type { Situation } from './situation.ts';

export interface Turn {
  operation: string;
  account_id: string;
  asg_id: string;
  /** How often this workflow has looked before. */
  turn: number;
  /** Whether it only looks once, for what somebody did to a member. */
  glance?: boolean | undefined;
}

/** Looks that a workflow takes before the scaling schedule alone goes on: longer than any machine needs to come or go. */
const mostTurns = 150;

const done = { wait_seconds: 0 };

/** One look of a workflow at its group: does what can be done, and answers after how many seconds to look again; 0 for no more. */
export async function followGroup({ operation, account_id, asg_id, turn, glance }: Turn) {
  if (turn === 0) await transact([removeIntent(operation)]);
  const group = await getAsg(account_id, asg_id);
  const isMine = group?.operation === operation;
  // One that let the group go looks again as whoever comes by.
  const isFree = group?.operation === null && turn > 0;
  if (!(isMine || isFree || glance)) return done;
  const situation = await reconcile(account_id, asg_id);
  if (!situation) return done;
  const { group: after } = situation;
  if (after.operation === null) await haveFollowed(situation);
  if (after.operation !== operation || !isBusy(after) || turn >= mostTurns) return done;
  return { wait_seconds: (await letGo(situation)) || (turn < 30 ? 1 : 5) };
}

/**
 * The seconds until a group goes on that waits for nothing but the civil clock. It is let go, so that the scaling schedule may
 * have it followed sooner where that clock is moved; 0 where there is more to wait for.
 */
async function letGo(situation: Situation): Promise<number> {
  const { group, now } = situation;
  const seconds = waitOf(situation);
  if (seconds === 0) return 0;
  try {
    await claimed(group, changed(group, { operation: null }, now));
    return seconds;
  } catch (error) {
    if (error instanceof Overtaken || isStale(error)) return 0;
    throw error;
  }
}
