import { beforeEach, expect, test } from 'vitest';
import { handler as tick } from '#functions/scheduled/scaling.ts';
import { newId } from '#lib/model/platform/ids.ts';
import { type AsgRecord, createAsg, getAsg } from '#lib/store/compute/asgs.ts';
import { createInstance, type InstanceRecord } from '#lib/store/compute/instances.ts';
import { asgIndex } from '#lib/store/indexes.ts';
import { type Item, queryAll } from '#lib/store/platform/read.ts';
import { placeOf, readPosition, savePosition } from '#lib/store/platform/rounds.ts';
import { transact } from '#lib/store/platform/write.ts';
import { type SignedUp, signedUp } from '#lib/testing/functions/call.ts';
import { resetClock } from '#lib/testing/functions/clock.ts';
import { testTable } from '#lib/testing/functions/table.ts';
import { asgOf, newAsg, settled } from '#test/support/compute/asgs.ts';
import { putInto, recordOf } from '#test/support/compute/instances.ts';
import { standInHost } from '#test/support/hosts/hosts.ts';
import { tableCalls } from '#test/support/table/table-calls.ts';

let me: SignedUp;
beforeEach(async () => {
  resetClock();
  await testTable();
  me = await signedUp();
  await standInHost();
});

/** Copies of a settled group of two, each with instances of its own. */
async function copies(count: number): Promise<AsgRecord[]> {
  const group = await newAsg(me, { name: 'original' });
  const model = await settled(group);
  const machines = await Promise.all(
    model.members.map(({ instance_id }) => recordOf({ account_id: me.account_id, id: instance_id })),
  );
  const made = Array.from({ length: count }, (_, n): { asg: AsgRecord; own: InstanceRecord[] } => {
    const id = newId('asg', new Date());
    const own = machines.map(
      ({ pk: _, sk: __, gsi1pk: ___, gsi1sk: ____, ...machine }: Item) =>
        ({ ...machine, id: newId('instance', new Date()), asg_id: id }) as InstanceRecord,
    );
    const members = model.members.map((member, at) => ({ ...member, instance_id: own[at]?.id ?? '' }));
    return { asg: { ...model, id, name: `g${n}`, members }, own };
  });
  for (let at = 0; at < made.length; at += 20) {
    const some = made.slice(at, at + 20);
    await transact(some.flatMap(({ asg, own }) => [...createAsg(asg), ...own.map(createInstance)]));
  }
  return made.map(({ asg }) => asg);
}

const callsOf = async () => (await tableCalls(async () => void (await tick()))).calls;

test('what a scheduled task asks of the table grows with the groups alone: two reads each, and no write', async () => {
  await copies(26);
  const few = await callsOf();
  await copiesMore(26);
  const many = await callsOf();
  expect(few.filter((name) => /Write|Put|Update|Delete/.test(name))).toEqual([]);
  expect(few.length).toBeLessThanOrEqual(2 * 27 + 4);
  expect(many.length - few.length).toBeLessThanOrEqual(2 * 26 + 2);
});

async function copiesMore(count: number): Promise<void> {
  me = await signedUp();
  await copies(count - 1);
}

test('a scheduled task does what is due in each of many groups', async () => {
  const groups = await copies(30);
  for (const { members } of groups.slice(0, 3)) {
    await putInto({ account_id: me.account_id, id: members[0]?.instance_id ?? '' }, { status: 'error' });
  }
  await tick();
  for (const [at, { id, account_id }] of groups.entries()) {
    const { status } = await asgOf({ id, account_id });
    expect(status).toBe(at < 3 ? 'scaling' : 'active');
  }
});

test('a round that was cut off goes on where it stopped, and the one after begins anew', async () => {
  const groups = await copies(5);
  const [, , third] = await queryAll({ index: 'gsi1', pk: asgIndex });
  await savePosition('ASG', placeOf(third as Item as never));
  const all = [...groups.map(({ id }) => id)];
  for (const id of all) {
    const record = await getAsg(me.account_id, id);
    await putInto({ account_id: me.account_id, id: record?.members[0]?.instance_id ?? '' }, { status: 'error' });
  }
  await tick();
  expect(await readPosition('ASG')).toBeUndefined();
  const touched = async () =>
    (await Promise.all(all.map((id) => getAsg(me.account_id, id)))).filter((one) => one?.status === 'scaling');
  const first = (await touched()).length;
  expect(first).toBeGreaterThan(0);
  expect(first).toBeLessThan(5);
  await tick();
  expect(await touched()).toHaveLength(5);
});
