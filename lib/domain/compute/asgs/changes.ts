import { rfc3339 } from '#lib/drivers/clocks/civil.ts';
import type { Activity, ActivityReason } from '#lib/model/compute/asg.ts';
import { newId } from '#lib/model/platform/ids.ts';
import { type AsgRecord, changeAsg, type Member, putActivity } from '#lib/store/compute/asgs.ts';
import { transact, type Write } from '#lib/store/platform/write.ts';
import { isSettled, live, mostFailures } from './situation.ts';

/** What becomes of a group, with the activities that are noted or go on with it. */
export interface Change {
  next: AsgRecord;
  activities: readonly Activity[];
}

/** Seconds by which each failure puts off the next attempt, times how many there were. */
const pause = 10;
const longest = 500;

/** The group with these changes, and the status that follows from them. */
export function changed(group: AsgRecord, changes: Partial<AsgRecord>, now: Date, activities: Activity[] = []): Change {
  const next = { ...group, ...changes, updated_at: rfc3339(now) };
  if (next.status !== 'deleting' && next.status !== 'error') {
    next.status = isSettled(next) && next.open_activity === null ? 'active' : 'scaling';
  }
  return { next, activities };
}

/** The same as something that the group begins: what was under way for another reason is cancelled by it. */
export function begun(
  group: AsgRecord,
  changes: Partial<AsgRecord>,
  { reason, message }: { reason: ActivityReason; message: string },
  now: Date,
): Change {
  const { open_activity: open } = group;
  const to = changes.desired_capacity ?? group.desired_capacity;
  if (open?.reason === reason && open.to === to) {
    const same = { ...open, message: `${open.message}; ${message}`.slice(0, longest) };
    return changed(group, { ...changes, open_activity: same, last_activity: same }, now, [same]);
  }
  const activity = newActivity(group, { reason, message, to, status: 'in_progress' }, now);
  const ended = open ? [{ ...open, status: 'cancelled' as const }] : [];
  return changed(group, { ...changes, open_activity: activity, last_activity: activity }, now, [...ended, activity]);
}

/** All is as it should be: what was under way is done, and with it the workflow. */
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

/** A launch came to nothing; the third in a row is an error until somebody changes the group (contract 3.7). */
export function failed(group: AsgRecord, changes: Partial<AsgRecord>, why: string, now: Date): Change {
  const failures = group.failures + 1;
  const message = why.slice(0, longest);
  const activity = failure(group, message, now);
  const retry_at = rfc3339(new Date(now.getTime() + failures * pause * 1000));
  const next = { ...changes, failures, retry_at, status_reason: message, last_activity: activity };
  if (failures < mostFailures) return changed(group, next, now, [activity]);
  const open = group.open_activity && { ...group.open_activity, status: 'failed' as const };
  const status_reason = `${failures} launches in a row failed: ${message}; PATCH the group to try again`;
  const given = { ...next, status: 'error' as const, status_reason, open_activity: null, operation: null };
  return changed(group, given, now, [...(open ? [open] : []), activity]);
}

/** What was wanted is refused: that is noted, and the group stays as it is. */
export function refused(group: AsgRecord, changes: Partial<AsgRecord>, why: string, now: Date): Change {
  const activity = failure(group, why.slice(0, longest), now);
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

/** The members with one of them changed. */
export const withMember = ({ members }: AsgRecord, changed: Member): Member[] =>
  members.map((member) => (member.instance_id === changed.instance_id ? changed : member));

/** Somebody else has taken the group's next step, or changed the group: whoever gets this reads again. */
export class Overtaken extends Error {
  constructor(id: string) {
    super(`group ${id} changed meanwhile`);
    this.name = 'Overtaken';
  }
}

/** A step's writes to the group itself, which claim the step: no other is taken from what was read. */
export const claim = (group: AsgRecord, { next, activities }: Change): Write[] => [
  changeAsg(group, next, () => new Overtaken(group.id)),
  ...activities.map((activity) => putActivity(group.account_id, group.id, activity)),
];

/** Claims a step and does it, in one transaction; throws Overtaken, and what the other writes refuse with. */
export const claimed = (group: AsgRecord, change: Change, writes: readonly Write[] = []): Promise<void> =>
  transact([...claim(group, change), ...writes]);
