import { isStale } from '#lib/domain/platform/context.ts';
import { systemContext } from '#lib/domain/platform/operations/system-context.ts';
import { civilNow } from '#lib/drivers/clocks/civil.ts';
import { type AsgRecord, changeAsg, getAsg, readSurroundings } from '#lib/store/compute/asgs.ts';
import { perform } from './act.ts';
import { Overtaken } from './changes.ts';
import { following } from './follow.ts';
import { nextStep } from './plan.ts';
import { isPast, isSettled, live, type Situation } from './situation.ts';
import { cooldownEnd, followTarget } from './target.ts';

/** More steps than a group of 20 can need at once: what goes on for longer is left to the next look. */
const mostSteps = 120;

/**
 * Brings a group as near to what it should be as can be done now, one claimed step after another; whoever else does the
 * same meanwhile takes other steps. Answers how it then stands, undefined where it is gone.
 */
export async function reconcile(account: string, id: string): Promise<Situation | undefined> {
  let situation = await read(account, id);
  for (let steps = 0; situation && steps < mostSteps; steps++) {
    const step = nextStep(situation) ?? (await followTarget(situation));
    if (!step) break;
    await perform(situation, step).catch((error) => {
      if (!(error instanceof Overtaken || isStale(error))) throw error;
    });
    situation = await read(account, id);
  }
  return situation;
}

async function read(account: string, id: string): Promise<Situation | undefined> {
  const group = await getAsg(account, id);
  return group && { group, ...(await readSurroundings(group)), now: civilNow() };
}

/** Whether something is still under way, or to be done again later. */
export const isBusy = (group: AsgRecord): boolean =>
  group.status === 'deleting' || (group.status !== 'error' && !isSettled(group));

/** Has a workflow follow a group that is busy, unless one does. */
export async function haveFollowed({ group, now }: Situation): Promise<void> {
  if (!isBusy(group) || group.operation !== null) return;
  const { operation, workflow } = following({ now }, group);
  const writes = [changeAsg(group, { ...group, operation })];
  await systemContext(group.account_id, now)
    .commit({ writes, reply: undefined, workflow })
    .catch((error) => {
      if (!isStale(error)) throw error;
    });
}

/** When a group next has something to do that only time brings about (civil clock, milliseconds); Infinity for never. */
export function dueOf({ group, now }: Situation): number {
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

/** Whole seconds until a group that is under way goes on, where it waits for that moment alone; 0 where it does not. */
export function waitOf(situation: Situation): number {
  const { group, now } = situation;
  const waits = group.members.every(
    ({ state, leaves_at }) => state === 'in_service' || (state === 'terminating' && !isPast(leaves_at, now)),
  );
  const due = dueOf(situation);
  return waits && Number.isFinite(due) ? Math.ceil((due - now.getTime()) / 1000) : 0;
}
