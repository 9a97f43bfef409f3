import { expect, test } from 'vitest';
import { handler as create } from '#functions/compute/asg/create.ts';
import { handler as list } from '#functions/compute/asg/list.ts';
import { handler as show } from '#functions/compute/asg/show.ts';
import { handler as update } from '#functions/compute/asg/update.ts';
import { handler as quotas } from '#functions/compute/quotas/list.ts';
import type { Asg } from '#lib/model/compute/asg.ts';
import { keys } from '#lib/store/keys.ts';
import { update as change, transact } from '#lib/store/platform/write.ts';
import { signedUp } from '#lib/testing/functions/call.ts';
import { me, mine, useOwner } from '#test/functions/compute/owner.ts';
import { refusal } from '#test/support/accounts/iam.ts';
import { asgBody, newAsg } from '#test/support/compute/asgs.ts';
import { state } from '#test/support/table/state.ts';

useOwner();

const at = (group: Asg) => ({ params: { id: group.id } });
const ask = (changes: object, query = {}) => mine(create, { body: asgBody(changes), query });

test('a group is created with its defaults, shown and listed', async () => {
  const made = await ask({ desired_capacity: undefined, scaling_policy: { metric: 'cpu' } });
  expect(made).toMatchObject({ status: 201, headers: { etag: '"v1"' } });
  const { body } = made;
  expect(body).toEqual({
    id: expect.stringMatching(/^asg-[0-9a-z]{26}$/),
    account_id: me.account_id,
    name: 'web',
    status: 'active',
    status_reason: null,
    allowed_actions: ['update', 'delete', 'refresh'],
    instance_type_id: 's1-nano',
    image_id: 'ubuntu-24.04',
    ssh_key_id: null,
    vpc_id: expect.stringMatching(/^vpc-/),
    user_data: null,
    run_entrypoint: false,
    firewall_rules: null,
    load_balancer_id: null,
    backend_port: null,
    min_size: 0,
    max_size: 4,
    desired_capacity: 0,
    scaling_policy: { metric: 'cpu', target_percent: 60, cooldown_seconds: 300, scale_in_enabled: true },
    health_check: { type: 'instance', grace_period_seconds: 300 },
    instances: [],
    current_size: 0,
    last_activity: null,
    created_at: expect.stringMatching(/Z$/),
    tags: {},
    updated_at: body.created_at,
  });
  expect(await mine(show, at(body))).toMatchObject({ status: 200, body, headers: { etag: '"v1"' } });
  expect((await mine(list, { query: { name: 'web', status: 'active' } })).body).toEqual({
    asgs: [body],
    next_cursor: '',
  });
  expect((await mine(list, { query: { status: 'error' } })).body.asgs).toEqual([]);
  const used = (await mine(quotas)).body.quotas.find(({ name }: { name: string }) => name === 'asgs').used;
  expect(used).toBe(1);
});

const nowhere = 'key-01kanx7m3v5q8w2c4d6f7g9h1j';
test.each([
  [{ min_size: 5, max_size: 3 }, 400, 'validation_failed', 'min_size: 5 is greater than max_size 3'],
  [
    { min_size: 1, desired_capacity: 0 },
    400,
    'validation_failed',
    'desired_capacity: 0 is outside 1 to 4 (min_size to max_size)',
  ],
  [{ max_size: 21 }, 400, 'validation_failed', 'max_size: 21 must be at most 20'],
  [{ max_size: 0 }, 400, 'validation_failed', 'max_size: 0 must be at least 1'],
  [
    { name: 'a'.repeat(41) },
    400,
    'validation_failed',
    `name: ${JSON.stringify('a'.repeat(41))} must have at most 40 characters`,
  ],
  [
    { name: 'web.prod' },
    400,
    'validation_failed',
    'name: "web.prod" must be a hostname label: letters, digits and inner hyphens',
  ],
  [
    { instance_type_id: 's9' },
    400,
    'validation_failed',
    'instance_type_id: unknown instance type "s9" (see GET /compute/instance-types)',
  ],
  [{ image_id: 'beos' }, 400, 'validation_failed', 'image_id: unknown image "beos" (see GET /compute/images)'],
  [
    { scaling_policy: { metric: 'disk' } },
    400,
    'validation_failed',
    'scaling_policy.metric: "disk" is not one of cpu, ram',
  ],
  [
    { scaling_policy: { metric: 'cpu', target_percent: 4 } },
    400,
    'validation_failed',
    'scaling_policy.target_percent: 4 must be at least 5',
  ],
  [
    { scaling_policy: { metric: 'cpu', cooldown_seconds: 59 } },
    400,
    'validation_failed',
    'scaling_policy.cooldown_seconds: 59 must be at least 60',
  ],
  [{ backend_port: 80 }, 400, 'validation_failed', 'backend_port: 80 needs a load_balancer_id'],
  [
    { health_check: { type: 'load_balancer' } },
    400,
    'validation_failed',
    'health_check.type: load_balancer needs a load_balancer_id',
  ],
  [{ size: 3 }, 400, 'unknown_field', 'unknown field "size"'],
  [{ ssh_key_id: nowhere }, 404, 'not_found', `ssh key ${nowhere} not found`],
  [{ vpc_id: 'vpc-1' }, 404, 'not_found', 'vpc vpc-1 not found'],
  [{ load_balancer_id: 'lb-1' }, 404, 'not_found', 'load balancer lb-1 not found'],
])('%o is refused', async (changes, status, code, error) => {
  const before = await state();
  for (const query of [{}, { dry_run: 'true' }]) {
    expect(refusal(await ask(changes, query))).toEqual([status, code, error]);
  }
  expect(await state()).toEqual(before);
});

test('409 for a taken name, which another account may use', async () => {
  const { id } = await newAsg(me);
  const error = `name: group "web" already exists as ${id}`;
  expect(refusal(await ask({}))).toEqual([409, 'already_exists', error]);
  const other = await newAsg(me, { name: 'api' });
  expect(refusal(await mine(update, { ...at(other), body: { name: 'web' } }))).toEqual([409, 'already_exists', error]);
  await newAsg(await signedUp());
});

test('403 for the sixth group', async () => {
  for (let n = 0; n < 5; n++) await newAsg(me, { name: `g${n}`, desired_capacity: 0 });
  const error = '5 of 5 asgs used (see GET /compute/quotas)';
  expect(refusal(await ask({}))).toEqual([403, 'quota_exceeded', error]);
});

test('402 where the wallet cannot pay the first hour of all of them', async () => {
  const set = { balance_paise: 81, available_paise: 81 };
  await transact([change(keys.wallet(me.account_id), { set })]);
  const error = 'wallet balance ₹0.81 is below the ₹0.82 needed for one hour of 2 × s1-nano; top up';
  expect(refusal(await ask({}))).toEqual([402, 'insufficient_balance', error]);
  expect((await ask({ desired_capacity: 1 })).status).toBe(201);
});

test('a dry run says what it would cost, and does nothing', async () => {
  const before = await state();
  expect((await ask({}, { dry_run: 'true' })).body).toEqual({
    dry_run: true,
    would: 'create group web of 2 × s1-nano',
    price_delta_paise_per_hour: 82,
    price_delta_paise_per_month: 59800,
    cascade: [],
  });
  expect(await state()).toEqual(before);
});
