import { beforeEach, expect, test } from 'vitest';
import { handler as release } from '#functions/compute/elastic-ips/release.ts';
import { instance, me, mine, useInstance } from '#test/functions/compute/owner.ts';
import { launched, recordOf } from '#test/support/compute/instances.ts';
import { addressesOf, obey } from './support.ts';

let ips: ReturnType<typeof addressesOf>;
useInstance();
beforeEach(() => {
  ips = addressesOf(mine);
});

test('of two instances that want an address at once, one gets it', async () => {
  const other = await launched(me);
  for (let round = 0; round < 5; round++) {
    const made = await ips.make();
    const answers = await Promise.all([ips.attach(made, instance), ips.attach(made, other)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const winner = answers.find(({ status }) => status === 200)?.body.instance_id;
    const records = [await recordOf(instance), await recordOf(other)];
    expect(records.filter(({ elastic_ip }) => elastic_ip?.id === made.id).map(({ id }) => id)).toEqual([winner]);
    await ips.detach(made);
    await Promise.all([obey(instance), obey(other)]);
    await mine(release, { params: { id: made.id } });
  }
});

test('of two addresses that an instance is given at once, it gets one', async () => {
  const [first, second] = [await ips.make(), await ips.make()];
  for (let round = 0; round < 5; round++) {
    const answers = await Promise.all([ips.attach(first, instance), ips.attach(second, instance)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const { elastic_ip } = await recordOf(instance);
    const states = [await ips.show(first), await ips.show(second)];
    expect(states.filter(({ status }) => status !== 'available').map(({ id }) => id)).toEqual([elastic_ip?.id]);
    await ips.detach({ id: elastic_ip?.id ?? '' });
    await obey(instance);
  }
});

test('of an attachment and a release at once, one happens', async () => {
  for (let round = 0; round < 5; round++) {
    const made = await ips.make();
    const [given, released] = await Promise.all([
      ips.attach(made, instance),
      mine(release, { params: { id: made.id } }),
    ]);
    expect([
      [200, 409],
      [404, 200],
    ]).toContainEqual([given.status, released.status]);
    const { elastic_ip } = await recordOf(instance);
    expect(elastic_ip?.id).toBe(given.status === 200 ? made.id : undefined);
    if (given.status !== 200) continue;
    await ips.detach(made);
    await obey(instance);
  }
});
