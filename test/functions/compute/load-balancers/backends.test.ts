import { expect, test, vi } from 'vitest';
import { handler as terminate } from '#functions/compute/instances/terminate.ts';
import { handler as create } from '#functions/compute/load-balancers/create.ts';
import { handler as show } from '#functions/compute/load-balancers/show.ts';
import { assignmentsOf, forgetDrainedOf, reportHealth } from '#lib/domain/compute/hosts/balancers.ts';
import { settleTerminated } from '#lib/domain/compute/instances/endings.ts';
import { newId } from '#lib/model/platform/ids.ts';
import { launched, putInto, recordOf, up } from '#test/support/compute/instances.ts';
import {
  adding,
  backends,
  balancer,
  dropping,
  id,
  listeners,
  machine,
  machines,
  me,
  mine,
  useBalancer,
} from './support.ts';

useBalancer();

const assignmentOf = async () => (await assignmentsOf('host-1')).find((assignment) => assignment.id === id)!;

test('a backend is added, looked at, taken out and forgotten', async () => {
  const added = await adding({ instance_id: machine.id, port: 3000, weight: 5 });
  const fresh = {
    instance_id: machine.id,
    port: 3000,
    weight: 5,
    health: 'initial',
    health_reason: 'registering',
    last_checked_at: null,
    draining_until: null,
  };
  expect(added).toMatchObject({ status: 201, body: fresh });
  expect(await backends()).toEqual([fresh]);
  expect((await assignmentOf()).description?.backends).toEqual([
    { instance_id: machine.id, private_ip: machine.private_ip, port: 3000, weight: 5, draining_until: null },
  ]);
  const { version } = await balancer();
  await reportHealth(me.account_id, id, new Map([[machine.id, { health: 'unhealthy', reason: 'timeout' }]]));
  expect(await backends()).toMatchObject([
    { health: 'unhealthy', health_reason: 'timeout', last_checked_at: expect.stringMatching(/Z$/) },
  ]);
  expect((await balancer()).version).toBe(version);

  const asked = Date.now();
  const dropped = await dropping(machine.id);
  expect(dropped).toMatchObject({ status: 200, body: { instance_id: machine.id, health: 'draining' } });
  expect(Date.parse(dropped.body.draining_until)).toBeGreaterThanOrEqual(asked + 29_000);
  expect((await dropping(machine.id)).body).toEqual(dropped.body);
  expect((await mine(show, { params: { id } })).body.backends).toMatchObject([
    { health: 'draining', health_reason: 'draining', draining_until: dropped.body.draining_until, port: 3000 },
  ]);
  await reportHealth(me.account_id, id, new Map([[machine.id, { health: 'healthy', reason: null }]]));
  expect(await backends()).toMatchObject([{ health: 'draining' }]);
  expect((await assignmentOf()).description?.backends[0]?.draining_until).toBeGreaterThan(Date.now());

  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 31_000 });
  expect(await backends()).toEqual([]);
  expect(await dropping(machine.id)).toMatchObject({ status: 404, body: { error: `backend ${machine.id} not found` } });
  expect((await assignmentOf()).description?.backends).toEqual([]);
  await forgetDrainedOf(await assignmentOf());
  vi.useRealTimers();
  expect((await balancer()).draining).toEqual({});
});

test('a backend that drains is taken in again, and is looked at anew', async () => {
  await adding({ instance_id: machine.id });
  await reportHealth(me.account_id, id, new Map([[machine.id, { health: 'healthy', reason: null }]]));
  await dropping(machine.id);
  expect(await adding({ instance_id: machine.id, weight: 2 })).toMatchObject({
    status: 201,
    body: { health: 'initial' },
  });
  expect(await backends()).toMatchObject([{ health: 'initial', weight: 2, draining_until: null }]);
  expect((await balancer()).draining).toEqual({});
});

test('one that is off is unused, and one of a creation is there from the start', async () => {
  await putInto(machine, { status: 'stopped' });
  expect((await adding({ instance_id: machine.id })).body).toMatchObject({
    health: 'unused',
    health_reason: 'instance_stopped',
  });
  const body = { name: 'second', listeners, backends: [{ instance_id: machine.id, weight: 3 }] };
  expect((await mine(create, { body })).body.backends).toMatchObject([{ weight: 3, health: 'unused' }]);
});

test('twenty are enough, also at once', async () => {
  const ids = await machines(23);
  const replies = await Promise.all(ids.map((instance_id) => adding({ instance_id })));
  expect(replies.filter(({ status }) => status === 201)).toHaveLength(20);
  for (const { status, body } of replies.filter((reply) => reply.status !== 201)) {
    expect([status, body.error]).toEqual([403, `20 of 20 backends of load balancer ${id} used`]);
  }
  expect(await backends()).toHaveLength(20);
  const body = { name: 'b', listeners, backends: ids.slice(0, 21).map((instance_id) => ({ instance_id })) };
  expect(await mine(create, { body })).toMatchObject({
    status: 403,
    body: { error: 'backends: 21 given (at most 20 a load balancer)' },
  });
  expect((await mine(create, { body: { ...body, backends: body.backends.slice(1) } })).status).toBe(201);
});

test('of two additions of one instance at once, one happens; of an addition and a termination, none is left', async () => {
  const two = await Promise.all([1, 2].map(() => adding({ instance_id: machine.id })));
  expect(two.map(({ status }) => status).sort()).toEqual([201, 409]);
  const other = await launched(me);
  await putInto(other, up);
  await Promise.all([adding({ instance_id: other.id }), mine(terminate, { params: { id: other.id } })]);
  const { operation } = await recordOf(other);
  await settleTerminated({ operation: operation!.id, account_id: me.account_id, instance_id: other.id, options: {} });
  expect(await backends()).toMatchObject([{ instance_id: machine.id }]);
});

test('health of a backend that was taken out meanwhile is not noted, that of others is', async () => {
  const [other = ''] = await machines(1);
  await adding({ instance_id: machine.id });
  await adding({ instance_id: other });
  await dropping(other);
  const well = { health: 'healthy', reason: null } as const;
  await reportHealth(
    me.account_id,
    id,
    new Map([
      [machine.id, well],
      [other, well],
    ]),
  );
  await reportHealth(me.account_id, newId('loadBalancer', new Date()), new Map([[machine.id, well]]));
  expect((await balancer()).health).toMatchObject({ [machine.id]: { health: 'healthy' } });
  expect((await balancer()).health[other]).toBeUndefined();
});
