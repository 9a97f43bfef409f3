import { afterEach, beforeEach, expect, test } from 'vitest';
import { handler as list } from '#functions/auth/activity/list.ts';
import { handler as activitySchedule } from '#functions/scheduled/activity.ts';
import { handler as mailSchedule } from '#functions/scheduled/mail.ts';
import { handler as tableStream } from '#functions/scheduled/table-stream.ts';
import type { EventType } from '#lib/model/platform/event-types.ts';
import { srn } from '#lib/model/platform/principal.ts';
import type { Announcement } from '#lib/store/platform/activity.ts';
import { transact } from '#lib/store/platform/write.ts';
import { call, type SignedUp } from '#lib/testing/functions/call.ts';
import { advanceClock, resetClock } from '#lib/testing/functions/clock.ts';
import { allItems } from '#lib/testing/functions/items.ts';
import { mailbox, mailsTo } from '#lib/testing/functions/mails.ts';
import { verified } from '#lib/testing/functions/verified.ts';
import { streamEvent } from '#test/support/http/stream-event.ts';

let owner: SignedUp;
beforeEach(async () => {
  mailbox();
  owner = await verified();
});
afterEach(resetClock);

const event = (type: EventType, resource: string, message: string): Announcement => ({
  account_id: owner.account_id,
  type,
  resource: srn('compute', owner.account_id, resource),
  message,
  data: {},
});
const backup = (id: string) => event('backup.failed', `instance/${id}`, `backup of instance ${id}: failed (disk full)`);

/** Announces events, one transaction each, and places them. */
async function announced(...announcements: Announcement[]): Promise<void> {
  for (const one of announcements) await transact([], { announcements: [one] });
  await activitySchedule();
}

/** The subjects of the mails to the owner about failures, in alphabetical order. */
async function subjects(): Promise<string[]> {
  await mailSchedule();
  const mails = await mailsTo(owner.email);
  return mails.flatMap(({ kind, subject }) => (kind === 'failure' ? [subject] : [])).sort();
}

test('a failed backup, payment or group is mailed to the owner, with what happened', async () => {
  await announced(
    backup('i-1'),
    event('asg.failed', 'asg/asg-1', 'asg web: failed'),
    event('payment.failed', 'order/ord-1', 'order ord-1: failed'),
    event('backup.skipped', 'instance/i-2', 'backup of instance i-2: skipped (busy)'),
  );
  expect(await subjects()).toEqual(['A backup of i-1 failed', 'A payment failed', 'Auto scaling group asg-1 failed']);
  const mail = (await mailsTo(owner.email)).find(({ subject }) => subject === 'A backup of i-1 failed');
  expect(mail?.text).toContain('backup of instance i-1: failed (disk full)');
});

test("the table's stream has a failure placed and mailed at once", async () => {
  await transact([], { announcements: [backup('i-1')] });
  const unplaced = async () =>
    (await allItems()).flatMap(({ pk }) => (pk.startsWith(`UNPLACED#${owner.account_id}`) ? [pk] : []));
  const written = await unplaced();
  expect(written).not.toEqual([]);
  await tableStream(streamEvent(written));
  expect(await unplaced()).toEqual([]);
  expect(await subjects()).toEqual(['A backup of i-1 failed']);
});

test('one subject is mailed once a day, however many processes place its events', async () => {
  await announced(backup('i-1'), backup('i-1'), backup('i-2'));
  await transact([], { announcements: [backup('i-1')] });
  const read = () => call(list, { bearer: owner.bearer });
  await Promise.all([activitySchedule(), activitySchedule(), read(), read()]);
  expect(await subjects()).toEqual(['A backup of i-1 failed', 'A backup of i-2 failed']);
  advanceClock(86_401);
  await announced(backup('i-1'));
  expect(await subjects()).toEqual(['A backup of i-1 failed', 'A backup of i-1 failed', 'A backup of i-2 failed']);
});

test('payments are one subject, whichever order or mandate failed', async () => {
  await announced(
    event('payment.failed', 'order/ord-1', 'order ord-1: failed'),
    event('payment.failed', 'order/ord-2', 'order ord-2: failed'),
    event('autopay.failed', 'mandate/mnd-1', 'automatic top-up of ₹1,180.00 failed: declined'),
  );
  expect(await subjects()).toEqual(['A payment failed']);
});

test('more failures than one transaction has room for are all mailed', async () => {
  const many = Array.from({ length: 45 }, (_, at) => backup(`i-${at}`));
  await transact([], { announcements: many });
  await activitySchedule();
  expect(await subjects()).toHaveLength(45);
});
