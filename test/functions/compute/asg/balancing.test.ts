import { beforeEach, expect, test } from 'vitest';
import { handler as create } from '#functions/compute/asg/create.ts';
import { handler as remove } from '#functions/compute/asg/delete.ts';
import { handler as update } from '#functions/compute/asg/update.ts';
import { handler as createBalancer } from '#functions/compute/load-balancers/create.ts';
import { handler as removeBalancer } from '#functions/compute/load-balancers/delete.ts';
import { handler as removeBackend } from '#functions/compute/load-balancers/remove-backend.ts';
import { handler as createVpc } from '#functions/compute/vpcs/create.ts';
import type { Asg } from '#lib/model/compute/asg.ts';
import { getLoadBalancer, type LoadBalancerRecord, noteHealth } from '#lib/store/compute/load-balancers.ts';
import { transact } from '#lib/store/platform/write.ts';
import { advanceClock } from '#lib/testing/functions/clock.ts';
import { me, mine, useOwner } from '#test/functions/compute/owner.ts';
import { expectStatus, refusal } from '#test/support/accounts/iam.ts';
import { asgBody, asgOf, look, machinesArrive, newAsg, settled } from '#test/support/compute/asgs.ts';

let balancer: string;
useOwner();
beforeEach(async () => {
  balancer = await newBalancer('front');
});

let ports = 0;
const newBalancer = async (name: string): Promise<string> => {
  const body = { name, listeners: [{ protocol: 'http', port: 8000 + ++ports }] };
  return (await expectStatus(201, mine(createBalancer, { body }))).id;
};
const at = (group: Asg) => ({ params: { id: group.id } });
const ids = async (group: Asg) => (await asgOf(group)).members.map(({ instance_id }) => instance_id);
const record = async (id = balancer) => (await getLoadBalancer(me.account_id, id)) as LoadBalancerRecord;
const make = (changes: object = {}) => newAsg(me, { load_balancer_id: balancer, backend_port: 8080, ...changes });

test('members become backends once they are up, which the group alone takes out; they drain before they go', async () => {
  const group = await make();
  await look(group);
  expect((await record()).backends).toEqual({});
  await settled(group);
  const [first = '', second = ''] = await ids(group);
  expect((await record()).backends).toMatchObject({
    [first]: { port: 8080, weight: 1, asg_id: group.id },
    [second]: { port: 8080, asg_id: group.id },
  });
  const params = { id: balancer, instance_id: first };
  const error = `backend ${first} is managed by ${group.id}; change the group instead`;
  expect(refusal(await mine(removeBackend, { params }))).toEqual([409, 'in_use', error]);
  await mine(update, { ...at(group), body: { desired_capacity: 1 } });
  await look(group);
  const draining = await record();
  expect([Object.keys(draining.backends), Object.keys(draining.draining)]).toEqual([[second], [first]]);
  await machinesArrive(group);
  await look(group);
  expect(await ids(group)).toEqual([first, second]);
  advanceClock(31);
  await settled(group);
  expect(await ids(group)).toEqual([second]);
});

test('null ends the load balancer with its port; a port or a check that needs one is refused by its own sentence', async () => {
  const group = await make({ desired_capacity: 0 });
  const patch = (body: object) => mine(update, { ...at(group), body });
  expect(refusal(await patch({ load_balancer_id: null, backend_port: 8080 }))).toEqual([
    400,
    'validation_failed',
    'backend_port: 8080 needs a load_balancer_id',
  ]);
  await expectStatus(200, patch({ health_check: { type: 'load_balancer' } }));
  expect(refusal(await patch({ load_balancer_id: null }))).toEqual([
    400,
    'validation_failed',
    'health_check.type: load_balancer needs a load_balancer_id',
  ]);
  expect(await asgOf(group)).toMatchObject({ load_balancer_id: balancer, backend_port: 8080 });
  await expectStatus(200, patch({ health_check: { type: 'instance' } }));
  const cleared = { load_balancer_id: null, backend_port: null };
  expect(await expectStatus(200, patch({ load_balancer_id: null }))).toMatchObject(cleared);
  expect(await asgOf(group)).toMatchObject(cleared);
  expect((await record()).asg_ids).toBeUndefined();
});

test('what the load balancer finds unhealthy is replaced after the grace period', async () => {
  const group = await make({ health_check: { type: 'load_balancer', grace_period_seconds: 120 } });
  await settled(group);
  const [first = '', second = ''] = await ids(group);
  const health = { health: 'unhealthy', reason: 'timeout', checked_at: null } as const;
  await transact([noteHealth(me.account_id, balancer, { [first]: health })]);
  await look(group);
  expect(await ids(group)).toEqual([first, second]);
  advanceClock(121);
  await settled(group);
  const after = await ids(group);
  expect([after[0], after.length]).toEqual([second, 2]);
  expect((await asgOf(group)).last_activity).toMatchObject({
    reason: 'replace_unhealthy',
    message: expect.stringContaining(`instance ${first} is unhealthy to ${balancer} (timeout)`),
  });
  expect(Object.keys((await record()).backends).sort()).toEqual(after.sort());
});

test('with the health of instances alone, the load balancer has no say', async () => {
  const group = await make({ health_check: { grace_period_seconds: 0 } });
  await settled(group);
  const before = await ids(group);
  const health = { health: 'unhealthy', reason: 'timeout', checked_at: null } as const;
  await transact([noteHealth(me.account_id, balancer, { [before[0] ?? '']: health })]);
  await look(group);
  expect(await ids(group)).toEqual(before);
});

test('a group keeps its load balancer, and moves its members with it to another', async () => {
  const group = await make();
  await settled(group);
  const reply = await mine(removeBalancer, { params: { id: balancer } });
  expect([reply.status, reply.body.error]).toEqual([409, expect.stringContaining(group.id)]);
  const other = await newBalancer('other');
  await mine(update, { ...at(group), body: { load_balancer_id: other } });
  await settled(group);
  expect(Object.keys((await record(other)).backends).sort()).toEqual((await ids(group)).sort());
  expect((await record()).backends).toEqual({});
  await mine(update, { ...at(group), body: { load_balancer_id: null, backend_port: null } });
  await settled(group);
  expect((await record(other)).backends).toEqual({});
  expect((await mine(removeBalancer, { params: { id: other } })).status).toBe(200);
});

test('instances that are kept stay backends, as anybody’s', async () => {
  const group = await make();
  await settled(group);
  const [first = ''] = await ids(group);
  await mine(remove, { ...at(group), query: { keep_instances: 'true' } });
  await settled(group);
  expect((await record()).backends[first]).toMatchObject({ asg_id: null });
  expect((await mine(removeBackend, { params: { id: balancer, instance_id: first } })).status).toBe(200);
  expect((await mine(removeBalancer, { params: { id: balancer } })).status).toBe(200);
});

test('a load balancer of another VPC is refused', async () => {
  const { vpc_id } = await record();
  const vpc = await expectStatus(201, mine(createVpc, { body: { name: 'other' } }));
  const reply = await mine(create, { body: asgBody({ load_balancer_id: balancer, vpc_id: vpc.id }) });
  const error = `load_balancer_id: ${balancer} is in ${vpc_id}; a group in ${vpc.id} needs one of its own VPC`;
  expect(refusal(reply)).toEqual([409, 'wrong_state', error]);
});
