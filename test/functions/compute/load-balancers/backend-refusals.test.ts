import { expect, test } from 'vitest';
import { handler as create } from '#functions/compute/load-balancers/create.ts';
import { handler as remove } from '#functions/compute/load-balancers/delete.ts';
import { handler as list } from '#functions/compute/load-balancers/list-backends.ts';
import { handler as drop } from '#functions/compute/load-balancers/remove-backend.ts';
import { handler as show } from '#functions/compute/load-balancers/show.ts';
import { handler as createVpc } from '#functions/compute/vpcs/create.ts';
import {
  bindToBalancer,
  deregisterMember,
  registerMember,
  unbindFromBalancer,
} from '#lib/domain/compute/load-balancers/groups.ts';
import { newId } from '#lib/model/platform/ids.ts';
import { transact } from '#lib/store/platform/write.ts';
import { signedUp } from '#lib/testing/functions/call.ts';
import { clientOf } from '#test/functions/compute/client.ts';
import { launched, putInto, recordOf } from '#test/support/compute/instances.ts';
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

test('what cannot be a backend is refused', async () => {
  const conflict = (error: string, code = 'wrong_state') => ({
    status: 409,
    headers: { 'x-error-code': code },
    body: { error },
  });
  await adding({ instance_id: machine.id });
  expect(await adding({ instance_id: machine.id })).toMatchObject(
    conflict(`instance ${machine.id} is already a backend of load balancer ${id}`, 'already_exists'),
  );
  const nobody = newId('instance', new Date());
  expect(await adding({ instance_id: nobody })).toMatchObject({
    status: 404,
    body: { error: `instance ${nobody} not found` },
  });
  const vpc = (await mine(createVpc, { body: { name: 'second' } })).body.id;
  const elsewhere = await launched(me, { vpc_id: vpc });
  const inOther = `instance ${elsewhere.id} is in ${vpc}; backends must be in ${machine.vpc_id}`;
  expect(await adding({ instance_id: elsewhere.id })).toMatchObject(conflict(inOther));
  const both = [{ instance_id: machine.id }, { instance_id: elsewhere.id }];
  expect(await mine(create, { body: { name: 'b', listeners, backends: both } })).toMatchObject(conflict(inOther));
  const twice = [{ instance_id: machine.id }, { instance_id: machine.id }];
  expect(await mine(create, { body: { name: 'b', listeners, backends: twice } })).toMatchObject(
    conflict(`backends[1]: instance ${machine.id} is given twice`, 'already_exists'),
  );
  const leaving = await launched(me);
  await putInto(leaving, { status: 'terminating' });
  expect(await adding({ instance_id: leaving.id })).toMatchObject(
    conflict(`instance ${leaving.id} is terminating; it can no longer be a backend`),
  );
  await mine(remove, { params: { id } });
  const [another] = await machines(1);
  expect(await adding({ instance_id: another })).toMatchObject(
    conflict(`load balancer ${id} is deleting; it accepts no more backends`),
  );
});

test("a group's members are the group's alone, and keep the load balancer", async () => {
  const group = { account_id: me.account_id, id: newId('asg', new Date()), load_balancer_id: id, backend_port: 3000 };
  await transact([bindToBalancer(group)]);
  await transact([registerMember(group, await recordOf(machine), new Date())]);
  expect(await backends()).toMatchObject([{ instance_id: machine.id, port: 3000 }]);
  expect(await dropping(machine.id)).toMatchObject({
    status: 409,
    headers: { 'x-error-code': 'in_use' },
    body: { error: `backend ${machine.id} is managed by ${group.id}; change the group instead` },
  });
  expect(await mine(remove, { params: { id } })).toMatchObject({
    status: 409,
    headers: { 'x-error-code': 'in_use' },
    body: { error: `load balancer ${id} is referenced by ${group.id}; change that group first` },
  });
  await transact([unbindFromBalancer(group)]);
  await transact(deregisterMember(await balancer(), machine.id, new Date()));
  expect(deregisterMember(await balancer(), machine.id, new Date())).toEqual([]);
  expect(await backends()).toMatchObject([{ health: 'draining' }]);
  expect((await mine(remove, { params: { id } })).status).toBe(200);
  await expect(transact([bindToBalancer(group)])).rejects.toThrow(`load balancer ${id} is deleting`);
});

test("another account's load balancer and instances are not there", async () => {
  const other = await signedUp();
  const theirs = clientOf(other);
  await adding({ instance_id: machine.id });
  for (const handler of [list, show, remove]) expect((await theirs(handler, { params: { id } })).status).toBe(404);
  expect((await theirs(drop, { params: { id, instance_id: machine.id } })).status).toBe(404);
  const stranger = await launched(other);
  expect((await adding({ instance_id: stranger.id })).status).toBe(404);
  expect(await backends()).toHaveLength(1);
});
