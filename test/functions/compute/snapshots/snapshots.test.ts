import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { handler as create } from '#functions/compute/instance-snapshots/create.ts';
import { handler as removeOf } from '#functions/compute/instance-snapshots/delete.ts';
import { handler as listOf } from '#functions/compute/instance-snapshots/list.ts';
import { handler as restore } from '#functions/compute/instance-snapshots/restore.ts';
import { handler as showOf } from '#functions/compute/instance-snapshots/show.ts';
import { handler as launch } from '#functions/compute/instances/launch.ts';
import { handler as remove } from '#functions/compute/snapshots/delete.ts';
import { handler as list } from '#functions/compute/snapshots/list.ts';
import { handler as show } from '#functions/compute/snapshots/show.ts';
import { handler as expiry } from '#functions/scheduled/expiry.ts';
import type { Handler } from '#lib/edge/route.ts';
import type { Instance } from '#lib/model/compute/instance.ts';
import { type InstanceStatus, statuses } from '#lib/model/compute/instance-states.ts';
import { getSnapshot, type SnapshotRecord } from '#lib/store/compute/snapshots.ts';
import { call, type SignedUp, signedUp } from '#lib/testing/functions/call.ts';
import { advanceClock, resetClock } from '#lib/testing/functions/clock.ts';
import { testTable } from '#lib/testing/functions/table.ts';
import { createdSnapshot, putSnapshotInto } from '#test/support/compute/disks.ts';
import { launchBody, launched, putInto, up } from '#test/support/compute/instances.ts';
import { standInHost } from '#test/support/hosts/hosts.ts';

let owner: SignedUp;
let instance: Instance;
let snapshot: SnapshotRecord;
beforeAll(async () => {
  await testTable();
  owner = await signedUp();
  await standInHost();
  instance = await launched(owner);
  await putInto(instance, up);
  snapshot = await available();
});
beforeEach(async () => {
  await putInto(instance, { ...up, task: null });
  snapshot = await putSnapshotInto(owner, snapshot.id, { status: 'available', operation: null });
});

async function available(): Promise<SnapshotRecord> {
  const { id } = await createdSnapshot(owner, instance.id);
  await putInto(instance, { ...up, task: null });
  return putSnapshotInto(owner, id, { status: 'available', operation: null });
}
const ask = (handler: Handler, params: Record<string, string>, body?: object) =>
  call(handler, { bearer: owner.bearer, params, ...(body && { body }) });
const inAnHour = () => Math.floor(Date.now() / 1000) + 3600;
const both = () => ({ id: instance.id, snap_id: snapshot.id });

describe('contract 3.1', () => {
  const from: InstanceStatus[] = ['running', 'stopped', 'error'];

  test.each(statuses)('a snapshot of an instance in status %s', async (status) => {
    await putInto(instance, { status, ttl: inAnHour() });
    const reply = await ask(create, { id: instance.id }, { name: 'now' });
    if (from.includes(status)) {
      expect(reply).toMatchObject({
        status: 201,
        body: { status: 'creating', name: 'now', consistency: status === 'running' ? 'crash' : 'offline' },
      });
    } else {
      expect(reply.status).toBe(409);
      expect(reply.body.error).toBe(
        `instance ${instance.id} is ${status}; create snapshot requires status running or stopped`,
      );
    }
  });

  test.each(statuses)('a restore of an instance in status %s', async (status) => {
    await putInto(instance, { status, ttl: inAnHour() });
    const reply = await ask(restore, both());
    if (from.includes(status)) {
      expect(reply).toMatchObject({ status: 200, body: { id: instance.id, status: 'restoring' } });
      expect(await getSnapshot(owner.account_id, snapshot.id)).toMatchObject({ status: 'restoring' });
    } else {
      expect(reply.status).toBe(409);
      expect(reply.body.error).toBe(`instance ${instance.id} is ${status}; restore requires status running or stopped`);
    }
  });

  test('one operation at a time: the second is told of the first', async () => {
    const replies = await Promise.all([
      ask(create, { id: instance.id }),
      ask(create, { id: instance.id }),
      ask(restore, both()),
    ]);
    expect(replies.map(({ status }) => status).filter((status) => status < 300)).toHaveLength(1);
    for (const { status, body } of replies.filter((one) => one.status === 409)) {
      expect(body.error).toMatch(
        /has a snapshot in progress \(snap-.*\); (create snapshot|restore) must wait|is restoring;/,
      );
      expect(status).toBe(409);
    }
  });
});

describe('contract 3.2', () => {
  test.each(['creating', 'restoring', 'deleting', 'error'] as const)(
    'a %s snapshot is not restored',
    async (status) => {
      await putSnapshotInto(owner, snapshot.id, { status });
      const reply = await ask(restore, both());
      const what = status === 'error' ? 'in status error' : status;
      expect(reply).toMatchObject({
        status: 409,
        body: { error: `snapshot ${snapshot.id} is ${what}; restore requires status available` },
      });
      expect(reply.headers['retry-after']).toBe(status === 'error' ? undefined : '5');
    },
  );

  test.each(['creating', 'restoring'] as const)('a %s snapshot is not deleted', async (status) => {
    await putSnapshotInto(owner, snapshot.id, { status });
    for (const reply of [await ask(remove, { id: snapshot.id }), await ask(removeOf, both())]) {
      expect(reply).toMatchObject({
        status: 409,
        body: { error: `snapshot ${snapshot.id} is ${status}; delete requires status available or error` },
      });
    }
  });

  test('a restore and a deletion at once: one of them', async () => {
    const [restored, deleted] = await Promise.all([ask(restore, both()), ask(remove, { id: snapshot.id })]);
    expect([restored.status, deleted.status].sort()).toEqual([200, 409]);
    const record = await getSnapshot(owner.account_id, snapshot.id);
    expect(record?.status).toBe(restored.status === 200 ? 'restoring' : 'deleting');
  });

  test('a deletion asked for twice is answered twice, and done once', async () => {
    const one = await available();
    const replies = [await ask(remove, { id: one.id }), await ask(remove, { id: one.id })];
    expect(replies.map(({ status, body }) => [status, body])).toEqual([
      [200, { id: one.id, status: 'deleting' }],
      [200, { id: one.id, status: 'deleting' }],
    ]);
    expect((await getSnapshot(owner.account_id, one.id))?.version).toBe(one.version + 1);
  });
});

test('they are found under their instance and by themselves, also when it is gone; not under another', async () => {
  const other = await launched(owner);
  const whole = await ask(show, { id: snapshot.id });
  expect((await ask(showOf, both())).body).toEqual(whole.body);
  expect((await ask(showOf, { id: other.id, snap_id: snapshot.id })).status).toBe(404);
  expect((await ask(restore, { id: other.id, snap_id: snapshot.id })).status).toBe(404);
  expect((await ask(listOf, { id: other.id })).body).toEqual({ snapshots: [], next_cursor: '' });
  const ids = (reply: { body: { snapshots: { id: string }[] } }) => reply.body.snapshots.map(({ id }) => id);
  expect(ids(await ask(listOf, { id: instance.id }))).toContain(snapshot.id);
  await putInto(instance, { status: 'terminated', ttl: 1 });
  expect((await ask(listOf, { id: instance.id })).status).toBe(404);
  const query = { instance_id: instance.id, status: 'available' };
  expect(ids(await call(list, { bearer: owner.bearer, query }))).toContain(snapshot.id);
  await putInto(instance, { ttl: undefined as unknown as number });
});

describe('a launch from a snapshot', () => {
  const launching = (image_id: string, more: object = {}, who = owner) =>
    call(launch, { bearer: who.bearer, body: launchBody({ image_id, ...more }) });

  test('needs it to be the account’s own, available, and no larger than the type’s disk', async () => {
    expect((await launching(snapshot.id, {}, await signedUp())).body.error).toBe(`snapshot ${snapshot.id} not found`);
    await putSnapshotInto(owner, snapshot.id, { size_gib: 20 });
    expect(await launching(snapshot.id)).toMatchObject({
      status: 400,
      body: { error: `image_id: ${snapshot.id} needs 20 GiB of disk; s1-nano has 10` },
    });
    expect((await launching(snapshot.id, { instance_type_id: 's1-micro' })).body.image_id).toBe(snapshot.id);
    await putSnapshotInto(owner, snapshot.id, { size_gib: 10, status: 'creating' });
    expect(await launching(snapshot.id)).toMatchObject({
      status: 409,
      body: { error: `snapshot ${snapshot.id} is creating; launch requires status available` },
    });
  });

  test('finds no room where its host is not', async () => {
    await putSnapshotInto(owner, snapshot.id, { host_id: 'host-far' });
    const reply = await launching(snapshot.id);
    expect([reply.status, reply.headers['x-error-code']]).toEqual([409, 'wrong_state']);
    expect(reply.body.error).toMatch(
      /^vpc \S+ is in network_scope \S+, and snapshot \S+ is in snapshot_scope host-far;/,
    );
    await putSnapshotInto(owner, snapshot.id, { host_id: snapshot.host_id });
  });
});

test('retain_days is its end: deleted by itself, not a day before', async () => {
  const { id, expires_at, created_at } = await createdSnapshot(owner, instance.id, { retain_days: 2 });
  expect(Date.parse(expires_at ?? '') - Date.parse(created_at)).toBe(2 * 86_400_000);
  await putSnapshotInto(owner, id, { status: 'available', operation: null });
  advanceClock(86_400);
  expect(await expiry()).toEqual({ next_at: expires_at });
  expect((await getSnapshot(owner.account_id, id))?.status).toBe('available');
  advanceClock(86_401);
  await expiry();
  expect((await getSnapshot(owner.account_id, id))?.status).toBe('deleting');
  resetClock();
});
