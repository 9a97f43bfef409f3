import { expect, test } from 'vitest';
import { handler as create } from '#functions/compute/asg/create.ts';
import { handler as update } from '#functions/compute/asg/update.ts';
import type { QuotaName } from '#lib/model/platform/quota.ts';
import { keys } from '#lib/store/keys.ts';
import { update as change, transact } from '#lib/store/platform/write.ts';
import { me, mine, useOwner } from '#test/functions/compute/owner.ts';
import { expectStatus, refusal } from '#test/support/accounts/iam.ts';
import { asgBody, asgOf, newAsg, settled } from '#test/support/compute/asgs.ts';
import { state } from '#test/support/table/state.ts';

useOwner();

const ask = (changes: object, query = {}) => mine(create, { body: asgBody({ max_size: 20, ...changes }), query });
const use = (name: QuotaName, used: number) => transact([change(keys.quota(me.account_id, name), { set: { used } })]);
const over = (text: string) => [403, 'quota_exceeded', `${text} (see GET /compute/quotas)`];

test('a group whose members are beyond a quota is refused as their launch would be, and nothing is made', async () => {
  await use('instances', 17);
  await use('vcpus', 0);
  const before = await state();
  for (const query of [{}, { dry_run: 'true' }]) {
    const many = await ask({ desired_capacity: 6, instance_type_id: 's1-xlarge' }, query);
    expect(refusal(many)).toEqual(over('17 of 20 instances used; 6 more wanted'));
    expect(refusal(await ask({ min_size: 4, desired_capacity: undefined }, query))).toEqual(
      over('17 of 20 instances used; 4 more wanted'),
    );
  }
  expect(await state()).toEqual(before);
  await use('instances', 0);
  for (const query of [{}, { dry_run: 'true' }]) {
    const large = await ask({ desired_capacity: 6, instance_type_id: 's1-xlarge' }, query);
    expect(refusal(large)).toEqual(over('0 of 40 vcpus used; 48 more wanted'));
  }
  await expectStatus(200, ask({ desired_capacity: 5, instance_type_id: 's1-xlarge' }, { dry_run: 'true' }));
});

test('a new account has used nothing, and an operator may have raised its limit', async () => {
  const large = { desired_capacity: 6, instance_type_id: 's1-xlarge' };
  expect(refusal(await ask(large))).toEqual(over('0 of 40 vcpus used; 48 more wanted'));
  await transact([change(keys.quota(me.account_id, 'vcpus'), { set: { limit: 48, left: 48 } })]);
  await expectStatus(201, ask(large));
});

test('a group grows within the quotas, by the members that it lacks; it shrinks and tries again whatever is used', async () => {
  const group = await newAsg(me, { desired_capacity: 1, max_size: 6 });
  await settled(group);
  await use('instances', 18);
  const patch = (body: object, query = {}) => mine(update, { params: { id: group.id }, body, query });
  for (const query of [{ dry_run: 'true' }, {}]) {
    expect(refusal(await patch({ desired_capacity: 4 }, query))).toEqual(
      over('18 of 20 instances used; 3 more wanted'),
    );
  }
  expect(refusal(await patch({ min_size: 4 }))).toEqual(over('18 of 20 instances used; 3 more wanted'));
  expect(refusal(await patch({ instance_type_id: 's1-xlarge', desired_capacity: 6 }))).toEqual(
    over('18 of 20 instances used; 5 more wanted'),
  );
  expect(await asgOf(group)).toMatchObject({ desired_capacity: 1, min_size: 0, instance_type_id: 's1-nano' });
  await expectStatus(200, patch({ desired_capacity: 3 }));
  expect(refusal(await patch({ desired_capacity: 4 }))).toEqual(over('18 of 20 instances used; 3 more wanted'));
  await use('instances', 20);
  await expectStatus(200, patch({ name: 'api' }));
  await expectStatus(200, patch({ desired_capacity: 1 }));
});

test('new members count with the vCPUs of the type that they will have', async () => {
  const group = await newAsg(me, { desired_capacity: 0, max_size: 6 });
  const patch = (body: object) => mine(update, { params: { id: group.id }, body });
  expect(refusal(await patch({ instance_type_id: 's1-xlarge', desired_capacity: 6 }))).toEqual(
    over('0 of 40 vcpus used; 48 more wanted'),
  );
  await expectStatus(200, patch({ desired_capacity: 6 }));
});
