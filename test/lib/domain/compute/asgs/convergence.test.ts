import fc from 'fast-check';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { handler as remove } from '#functions/compute/asg/delete.ts';
import { handler as refresh } from '#functions/compute/asg/refresh.ts';
import { handler as update } from '#functions/compute/asg/update.ts';
import { handler as terminate } from '#functions/compute/instances/terminate.ts';
import type { Asg } from '#lib/model/compute/asg.ts';
import { getAsg } from '#lib/store/compute/asgs.ts';
import type { InstanceRecord } from '#lib/store/compute/instances.ts';
import { keys } from '#lib/store/keys.ts';
import { queryAll } from '#lib/store/platform/read.ts';
import { type SignedUp, signedUp } from '#lib/testing/functions/call.ts';
import { advanceClock, resetClock } from '#lib/testing/functions/clock.ts';
import { testTable } from '#lib/testing/functions/table.ts';
import { type Client, clientOf } from '#test/functions/compute/client.ts';
import { look, machinesArrive, newAsg, settled } from '#test/support/compute/asgs.ts';
import { putInto } from '#test/support/compute/instances.ts';
import { standInHost } from '#test/support/hosts/hosts.ts';

const most = 4;

/** What may happen to a group, in any order and some of it at once; numbers choose a member or a size. */
type Happening =
  | { what: 'die' | 'terminated' | 'desire'; n: number }
  | { what: 'look' | 'two looks' | 'arrive' | 'refresh' | 'time' };

const happening: fc.Arbitrary<Happening> = fc.oneof(
  fc.record({ what: fc.constantFrom('die', 'terminated', 'desire'), n: fc.nat(most) }),
  fc.record({ what: fc.constantFrom('look', 'look', 'two looks', 'arrive', 'arrive', 'refresh', 'time') }),
) as fc.Arbitrary<Happening>;

let me: SignedUp;
let mine: Client;
beforeAll(() => {
  process.env.SVC_QUOTA_INSTANCES = '1000';
  process.env.SVC_QUOTA_VCPUS = '1000';
  process.env.SVC_QUOTA_ASGS = '1000';
});
beforeEach(async () => {
  resetClock();
  await testTable();
  me = await signedUp();
  mine = clientOf(me);
  await standInHost({ ram_mib: 4_000_000, vcpus: 4000 });
});

const record = (group: Asg) => getAsg(group.account_id, group.id);
const instances = () => queryAll<InstanceRecord>({ pk: keys.listed(me.account_id, 'instance', '').pk });

async function happen(group: Asg, it: Happening): Promise<unknown> {
  const params = { id: group.id };
  const member = async (n: number) => (await record(group))?.members[n]?.instance_id;
  switch (it.what) {
    case 'die': {
      const id = await member(it.n);
      const instance = { account_id: me.account_id, id: id ?? '' };
      const standing = (await instances()).find((one) => one.id === id && one.status === 'running');
      return standing && putInto(instance, { status: 'stopped', ssh_ready: false });
    }
    case 'terminated': {
      const id = await member(it.n);
      return id && mine(terminate, { params: { id } });
    }
    case 'desire':
      return mine(update, { params, body: { desired_capacity: it.n } });
    case 'look':
      return look(group);
    case 'two looks':
      return Promise.all([look(group), look(group)]);
    case 'arrive':
      return machinesArrive(group);
    case 'refresh':
      return mine(refresh, { params });
    case 'time':
      return advanceClock(5);
  }
}

/** As many machines as members, no more of them than may be, and none without its group. */
async function expectSound(group: Asg): Promise<void> {
  const now = await record(group);
  const members = now?.members ?? [];
  expect(members.filter(({ state }) => state !== 'terminating').length).toBeLessThanOrEqual(most);
  const own = (await instances()).filter((one) => one.asg_id === group.id && one.status !== 'terminated');
  const known = new Set(members.map(({ instance_id }) => instance_id));
  expect(own.filter(({ id }) => !known.has(id))).toEqual([]);
}

test('whatever happens to it, a group comes to what it should be, is never larger than it may be, and leaves nothing', async () => {
  const run = fc.asyncProperty(fc.array(happening, { minLength: 3, maxLength: 14 }), async (happenings) => {
    const group = await newAsg(me, { name: `g${Math.random().toString(36).slice(2, 12)}`, max_size: most });
    for (const it of happenings) {
      await happen(group, it);
      await expectSound(group);
    }
    const { desired_capacity, members, status } = await settled(group);
    expect([status, members.length]).toEqual(['active', desired_capacity]);
    expect(members.every(({ state, healthy }) => state === 'in_service' && healthy)).toBe(true);
    await mine(remove, { params: { id: group.id } });
    await settled(group);
    const left = (await instances()).filter((one) => one.asg_id === group.id && one.status !== 'terminated');
    expect(left).toEqual([]);
  });
  await fc.assert(run, { numRuns: 8, seed: 20_261_121, endOnFailure: true });
});
