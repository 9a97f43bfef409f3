import { beforeEach, expect, test } from 'vitest';
import { handler as remove } from '#functions/compute/autoscaling/delete.ts';
import { handler as put } from '#functions/compute/autoscaling/put.ts';
import { handler as show } from '#functions/compute/autoscaling/show.ts';
import { settleTerminated } from '#lib/domain/compute/instances/endings.ts';
import type { Instance } from '#lib/model/compute/instance.ts';
import { statuses } from '#lib/model/compute/instance-states.ts';
import { readRule } from '#lib/store/compute/autoscale-rules.ts';
import { signedUp } from '#lib/testing/functions/call.ts';
import { testTable } from '#lib/testing/functions/table.ts';
import { type Client, clientOf } from '#test/functions/compute/client.ts';
import { refusal } from '#test/support/accounts/iam.ts';
import { launched, putInto, up } from '#test/support/compute/instances.ts';
import { standInHost } from '#test/support/hosts/hosts.ts';
import { state } from '#test/support/table/state.ts';

let mine: Client;
let instance: Instance;
beforeEach(async () => {
  await testTable();
  const me = await signedUp();
  mine = clientOf(me);
  await standInHost();
  instance = await launched(me, { instance_type_id: 's1-small' });
  await putInto(instance, up);
});

const desired = {
  metric: 'cpu',
  scale_up_percent: 80,
  scale_down_percent: 20,
  min_instance_type_id: 's1-small',
  max_instance_type_id: 's1-large',
};
const params = () => ({ params: { id: instance.id } });
const set = (changes: object = {}, headers = {}) =>
  mine(put, { ...params(), body: { ...desired, ...changes }, headers });
const none = () => `autoscale rule of instance ${instance.id} not found`;

test('a rule is set with its defaults, shown, replaced and removed', async () => {
  expect(refusal(await mine(show, params()))).toEqual([404, 'not_found', none()]);
  expect(refusal(await mine(remove, params()))).toEqual([404, 'not_found', none()]);
  const reply = await set();
  const rule = {
    instance_id: instance.id,
    ...desired,
    enabled: true,
    evaluation_seconds: 300,
    cooldown_seconds: 900,
    mode: 'apply',
    window: null,
    last_decision: null,
  };
  expect(reply).toMatchObject({ status: 200, body: rule, headers: { etag: '"v1"' } });
  expect(await mine(show, params())).toMatchObject({ body: reply.body, headers: { etag: '"v1"' } });
  await set({ evaluation_seconds: 60, mode: 'recommend', window: '* 2-4 * * MON-FRI', enabled: false });
  expect((await set({ metric: 'ram' })).body).toEqual({ ...rule, metric: 'ram' });
  expect((await set({}, { 'if-match': '"v1"' })).status).toBe(412);
  expect((await mine(remove, params())).body).toEqual({ instance_id: instance.id, deleted: true });
  expect((await mine(show, params())).status).toBe(404);
});

test.each([
  [{ scale_down_percent: 66 }, 'scale_down_percent: 66 must be at most 65 (15 below scale_up_percent 80)'],
  [
    { scale_up_percent: 19 },
    'scale_up_percent: 19 must be at least 20; scale_down_percent: 20 must be at most 4 (15 below scale_up_percent 19)',
  ],
  [{ cooldown_seconds: 299 }, 'cooldown_seconds: 299 must be at least 300'],
  [{ evaluation_seconds: 59 }, 'evaluation_seconds: 59 must be at least 60'],
  [{ mode: 'guess' }, 'mode: "guess" is not one of apply, recommend'],
  [{ window: '* 25 * * *' }, 'window: field 2 "25" is out of range 0-23'],
  [
    { max_instance_type_id: 's1-huge' },
    'max_instance_type_id: unknown instance type "s1-huge" (see GET /compute/instance-types)',
  ],
  [
    { min_instance_type_id: 's1-xlarge' },
    'min_instance_type_id: s1-xlarge is greater than max_instance_type_id s1-large',
  ],
  [
    { max_instance_type_id: 'c1-large' },
    'max_instance_type_id: c1-large is of family compute, min_instance_type_id s1-small of shared; a range is within one family',
  ],
])('%o is refused', async (changes, error) => {
  const before = await state();
  expect(refusal(await set(changes))).toEqual([400, 'validation_failed', error]);
  expect(await state()).toEqual(before);
});

test("a range that the instance's own type is outside of is refused", async () => {
  const error = `min_instance_type_id: instance ${instance.id} is of type s1-small, outside s1-medium to s1-large`;
  expect(refusal(await set({ min_instance_type_id: 's1-medium' }))).toEqual([400, 'validation_failed', error]);
});

test('a member of a group is scaled by its group', async () => {
  await putInto(instance, { asg_id: 'asg-1' });
  const error = `instance ${instance.id} is a member of asg-1; scale the group instead`;
  expect(refusal(await set())).toEqual([409, 'in_use', error]);
});

test.each(statuses)('in status %s', async (status) => {
  await putInto(instance, { status, ttl: Math.floor(Date.now() / 1000) + 3600 });
  const reply = await set();
  if (!['terminating', 'terminated'].includes(status)) expect(reply.status).toBe(200);
  else {
    const error = `instance ${instance.id} is ${status}; it can no longer have an autoscale rule`;
    expect(refusal(reply)).toEqual([409, 'wrong_state', error]);
  }
});

test('the rule goes with its instance', async () => {
  await set();
  const { account_id, id } = instance;
  await putInto(instance, { status: 'terminating', operation: { id: 'op-1', kind: 'terminate' } });
  await settleTerminated({ operation: 'op-1', account_id, instance_id: id, options: {} });
  expect((await readRule(account_id, id)).rule).toBeUndefined();
});

test("another account's instance is not there", async () => {
  const theirs = clientOf(await signedUp());
  for (const handler of [show, put, remove]) {
    const reply = await theirs(handler, { ...params(), ...(handler === put ? { body: desired } : {}) });
    expect(refusal(reply)).toEqual([404, 'not_found', `instance ${instance.id} not found`]);
  }
});
