import { commitEffect, type Effect } from '#lib/domain/platform/commit.ts';
import { rfc3339 } from '#lib/drivers/clocks/civil.ts';
import type { Activity, ActivityReason } from '#lib/model/compute/asg.ts';
import { newId } from '#lib/model/platform/ids.ts';
import { type AsgRecord, changeAsg, type Member, putActivity } from '#lib/store/compute/asgs.ts';
import type { Write } from '#lib/store/platform/write.ts';
import { isSettled, live, maxFailures } from './situation.ts';

/** A new state of a group, and the activities that are created or updated with it. */
export interface Change {
  next: AsgRecord;
  activities: readonly Activity[];
}

/** Seconds by which a failure delays the next attempt, multiplied by the number of consecutive failures. */
const retryPause = 10;
const maxMessage = 500;

/** The group with these changes, and the status that follows from them. */
export function changed(group: AsgRecord, changes: Partial<AsgRecord>, now: Date, activities: Activity[] = []): Change {
  const next = { ...group, ...changes, updated_at: rfc3339(now) };
  if (next.status !== 'deleting' && next.status !== 'error') {
    next.status = isSettled(next) && next.open_activity === null ? 'active' : 'scaling';
  }
  return { next, activities };
}

/**
 * The group with these changes as a new activity. An open activity with another reason is cancelled; one with the same
 * reason and target size continues.
 */
export function begun(
  group: AsgRecord,
  changes: Partial<AsgRecord>,
  { reason, message }: { reason: ActivityReason; message: string },
  now: Date,
): Change {
  const { open_activity: open } = group;
  const to = changes.desired_capacity ?? group.desired_capacity;
  if (open?.reason === reason && open.to === to) {
    const same = { ...open, message: `${open.message}; ${message}`.slice(0, maxMessage) };
    return changed(group, { ...changes, open_activity: same, last_activity: same }, now, [same]);
  }
  const activity = newActivity(group, { reason, message, to, status: 'in_progress' }, now);
  const ended = open ? [{ ...open, status: 'cancelled' as const }] : [];
  return changed(group, { ...changes, open_activity: activity, last_activity: activity }, now, [...ended, activity]);
}

/**
 * The group once it has reached its desired state: the open activity succeeds, and the workflow that follows it ends.
 */
export function settled(group: AsgRecord, now: Date): Change {
  const { open_activity: open, last_activity: last } = group;
  const done = open && { ...open, status: 'successful' as const };
  const byPolicy = open?.reason === 'scale_out' || open?.reason === 'scale_in';
  const changes: Partial<AsgRecord> = {
    status: 'active',
    status_reason: null,
    open_activity: null,
    last_activity: done && last?.id === done.id ? done : last,
    operation: null,
    retry_at: null,
    ...(byPolicy && { scaled_at: rfc3339(now) }),
  };
  return changed(group, changes, now, done ? [done] : []);
}

/**
 * The group after a failed launch. It adds one failure unless the changes contain their number. The third consecutive
 * failure sets status error until the group is changed (contract 3.7).
 */
export function failed(group: AsgRecord, changes: Partial<AsgRecord>, why: string, now: Date): Change {
  const failures = changes.failures ?? group.failures + 1;
  const message = why.slice(0, maxMessage);
  const activity = failure(group, message, now);
  const retry_at = rfc3339(new Date(now.getTime() + failures * retryPause * 1000));
  const next = { ...changes, failures, retry_at, status_reason: message, last_activity: activity };
  if (failures < maxFailures) return changed(group, next, now, [activity]);
  const open = group.open_activity && { ...group.open_activity, status: 'failed' as const };
  const status_reason = `${failures} launches in a row failed: ${message}; PATCH the group to try again`;
  const given = { ...next, status: 'error' as const, status_reason, open_activity: null, operation: null };
  return changed(group, given, now, [...(open ? [open] : []), activity]);
}

/** The group after a refused change of size: the refusal is recorded as a failed activity, and the size stays. */
export function refused(group: AsgRecord, changes: Partial<AsgRecord>, why: string, now: Date): Change {
  const activity = failure(group, why.slice(0, maxMessage), now);
  return changed(group, { ...changes, last_activity: activity }, now, [activity]);
}

const failure = (group: AsgRecord, message: string, now: Date): Activity =>
  newActivity(group, { reason: 'failed', message, to: group.desired_capacity, status: 'failed' }, now);

function newActivity(
  group: AsgRecord,
  { reason, message, to, status }: Pick<Activity, 'reason' | 'message' | 'to' | 'status'>,
  now: Date,
): Activity {
  return { id: newId('event', now), at: rfc3339(now), reason, from: live(group).length, to, status, message };
}

/** The group's members, with one of them replaced. */
export const withMember = ({ members }: AsgRecord, changed: Member): Member[] =>
  members.map((member) => (member.instance_id === changed.instance_id ? changed : member));

/** Another process has changed the group since it was read. The caller reads the group again. */
export class GroupChanged extends Error {
  constructor(id: string) {
    super(`group ${id} changed meanwhile`);
    this.name = 'GroupChanged';
  }
}

/**
 * A step's writes to the group. They are conditional on the version that was read, so that only one process takes the
 * step.
 */
export const claim = (group: AsgRecord, { next, activities }: Change): Write[] => [
  changeAsg(group, next, () => new GroupChanged(group.id)),
  ...activities.map((activity) => putActivity(group.account_id, group.id, activity)),
];

/** Commits a step with its effect in one transaction. Throws GroupChanged, and the refusals of the other writes. */
export async function claimed(group: AsgRecord, change: Change, effect: Partial<Effect> = {}): Promise<void> {
  await commitEffect({ ...effect, writes: [...claim(group, change), ...(effect.writes ?? [])] });
}
