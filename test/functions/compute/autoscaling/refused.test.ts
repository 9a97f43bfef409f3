import { beforeEach, describe, expect, test } from 'vitest';
import { handler as put } from '#functions/compute/autoscaling/put.ts';
import { handler as tick } from '#functions/ticks/autoscale.ts';
import type { Instance } from '#lib/model/instance.ts';
import { type AutoscaleRuleRecord, readRule } from '#lib/store/autoscale-rules.ts';
import type { InstanceRecord } from '#lib/store/instances.ts';
import { keys } from '#lib/store/keys.ts';
import { transact, update } from '#lib/store/write.ts';
import { type Client, clientOf } from '#test/functions/compute/client.ts';
import { busy } from '#test/support/busy.ts';
import { type SignedUp, signedUp } from '#test/support/call.ts';
import { resetClock } from '#test/support/clock.ts';
import { standInHost } from '#test/support/hosts.ts';
import { launched, putInto, recordOf, up } from '#test/support/instances.ts';
import { testTable } from '#test/support/table.ts';

let me: SignedUp;
let mine: Client;
let instance: Instance;
beforeEach(async () => {
  resetClock();
  await testTable();
  me = await signedUp();
  mine = clientOf(me);
  await standInHost({ ram_mib: 16_384, vcpus: 8 });
  instance = await launched(me, { instance_type_id: 's1-small' });
  await putInto(instance, up);
});

const params = () => ({ params: { id: instance.id } });
const wish = {
  metric: 'cpu',
  scale_up_percent: 80,
  scale_down_percent: 20,
  min_instance_type_id: 's1-nano',
  max_instance_type_id: 's1-large',
};
const set = (changes: object = {}) => mine(put, { ...params(), body: { ...wish, ...changes } });
const rule = async () => (await readRule(instance.account_id, instance.id)).rule as AutoscaleRuleRecord;
const now = (): Promise<InstanceRecord> => recordOf(instance);
/** What the instance is driven through by its own workflows. */
const arrives = async () => {
  const { status } = await now();
  await putInto(instance, status === 'stopping' ? { ...up, status: 'stopped', ssh_ready: false } : up);
};

describe('what would be refused', () => {
  test('does not stop the instance: no room on its host', async () => {
    await launched(me, { instance_type_id: 's1-large' });
    await launched(me, { instance_type_id: 's1-medium' });
    await launched(me, { instance_type_id: 's1-micro' });
    await set();
    await busy(instance, { cpu: 90 });
    await tick();
    expect((await now()).status).toBe('running');
    expect((await rule()).last_decision).toMatchObject({
      from: 's1-small',
      to: 's1-small',
      reason: expect.stringMatching(/^cpu was at 90 % .*; s1-medium refused: no capacity for s1-medium right now/),
    });
  });

  test('after the stop starts it again as it was', async () => {
    await set();
    await busy(instance, { cpu: 90 });
    await tick();
    await arrives();
    await transact([update(keys.quota(me.account_id, 'vcpus'), { set: { used: 40 } })]);
    await tick();
    expect(await now()).toMatchObject({ status: 'starting', instance_type_id: 's1-small' });
    await arrives();
    await tick();
    expect(await rule()).toMatchObject({
      change: null,
      last_decision: { to: 's1-small', reason: expect.stringContaining('s1-medium refused: 40 of 40 vcpus used') },
    });
  });

  test('leaves it stopped where the wallet cannot pay an hour', async () => {
    await set();
    await busy(instance, { cpu: 90 });
    await tick();
    await arrives();
    const set0 = { balance_paise: 0, available_paise: 0 };
    await transact([update(keys.wallet(me.account_id), { set: set0 })]);
    await tick();
    expect((await now()).status).toBe('stopped');
    expect(await rule()).toMatchObject({
      change: null,
      last_decision: { reason: expect.stringContaining('not started: wallet') },
    });
  });
});
