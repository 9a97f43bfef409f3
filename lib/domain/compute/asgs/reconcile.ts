import { systemContext } from '#lib/domain/platform/operations/system-context.ts';
import { isStale } from '#lib/domain/platform/retry.ts';
import { civilNow } from '#lib/drivers/clocks/civil.ts';
import { type AsgRecord, changeAsg, getAsg, readSurroundings } from '#lib/store/compute/asgs.ts';
import { unlessStale } from '#lib/store/platform/write.ts';
import { perform } from './act.ts';
import { GroupChanged } from './changes.ts';
import { scaleWorkflow } from './follow.ts';
import { nextStep } from './plan.ts';
import { isPast, isSettled, live, type Situation } from './situation.ts';
import { cooldownEnd, followTarget } from './target.ts';

/** More steps than a group of 20 can need at once. Any remaining steps are left to the next evaluation. */
const maxSteps = 120;

/**
 * Brings a group as close to its desired state as is possible now, step by step. Of several concurrent processes only
 * one takes each step. Returns the resulting group, or undefined where it no longer exists.
 */
export async function reconcile(account: string, id: string): Promise<Situation | undefined> {
  let situation = await read(account, id);
  for (let steps = 0; situation && steps < maxSteps; steps++) {
    const step = nextStep(situation) ?? (await followTarget(situation));
    if (!step) break;
    await perform(situation, step).catch((error) => {
      if (!(error instanceof GroupChanged || isStale(error))) throw error;
    });
    situation = await read(account, id);
  }
  return situation;
}

async function read(account: string, id: string): Promise<Situation | undefined> {
  const group = await getAsg(account, id);
  return group && { group, ...(await readSurroundings(group)), now: civilNow() };
}

/** Whether the group still has something to do, now or later. */
export const isBusy = (group: AsgRecord): boolean =>
  group.status === 'deleting' || (group.status !== 'error' && !isSettled(group));

/** Starts a workflow that follows a busy group, unless it has one. */
export async function ensureFollowed({ group, now }: Situation): Promise<void> {
  if (!isBusy(group) || group.operation !== null) return;
  const { operation, workflow } = scaleWorkflow({ now }, group);
  const writes = [changeAsg(group, { ...group, operation })];
  await unlessStale(systemContext(group.account_id, now).commit({ writes, reply: undefined, workflow }));
}

/**
 * The next moment at which a group has something to do because time has passed: epoch milliseconds of the civil clock;
 * Infinity where there is none.
 */
export function nextDueAt({ group, now }: Situation): number {
  const { scaling_policy: policy, health_check, scaled_at, retry_at } = group;
  const grace = health_check.type === 'load_balancer' ? health_check.grace_period_seconds : undefined;
  const moments = [
    isBusy(group) ? retry_at : null,
    policy && cooldownEnd(scaled_at, policy.cooldown_seconds),
    ...group.members.map(({ leaves_at }) => leaves_at),
    ...live(group).map(({ in_service_at }) => (grace === undefined ? null : cooldownEnd(in_service_at, grace))),
  ];
  const ahead = moments.flatMap((moment) => (moment ? [Date.parse(moment)] : [])).filter((at) => at > now.getTime());
  return Math.min(...ahead);
}

/** Whole seconds until the group's next due moment, if it waits for nothing else; otherwise 0. */
export function secondsUntilDue(situation: Situation): number {
  const { group, now } = situation;
  const waits = group.members.every(
    ({ state, leaves_at }) => state === 'in_service' || (state === 'terminating' && !isPast(leaves_at, now)),
  );
  const due = nextDueAt(situation);
  return waits && Number.isFinite(due) ? Math.ceil((due - now.getTime()) / 1000) : 0;
}
