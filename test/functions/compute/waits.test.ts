import { expect, test } from 'vitest';
import { handler as createAsg } from '#functions/compute/asg/create.ts';
import { handler as deleteAsg } from '#functions/compute/asg/delete.ts';
import { handler as refresh } from '#functions/compute/asg/refresh.ts';
import { handler as showAsg } from '#functions/compute/asg/show.ts';
import { handler as updateAsg } from '#functions/compute/asg/update.ts';
import { handler as deleteOfInstance } from '#functions/compute/instance-snapshots/delete.ts';
import { handler as createBalancer } from '#functions/compute/load-balancers/create.ts';
import { handler as deleteBalancer } from '#functions/compute/load-balancers/delete.ts';
import { handler as deleteSnapshot } from '#functions/compute/snapshots/delete.ts';
import { handler as deleteVolume } from '#functions/compute/volumes/delete.ts';
import { handler as updateVolume } from '#functions/compute/volumes/update.ts';
import * as snapshotEndings from '#lib/domain/compute/snapshots/endings.ts';
import * as volumeEndings from '#lib/domain/compute/volumes/endings.ts';
import type { Handler } from '#lib/edge/route.ts';
import { getAsg } from '#lib/store/compute/asgs.ts';
import { getLoadBalancer, removeLoadBalancer } from '#lib/store/compute/load-balancers.ts';
import { getSnapshot } from '#lib/store/compute/snapshots.ts';
import { getVolume } from '#lib/store/compute/volumes.ts';
import { asgIndex } from '#lib/store/indexes.ts';
import { queryAll } from '#lib/store/platform/read.ts';
import { transact } from '#lib/store/platform/write.ts';
import type { Reply } from '#lib/testing/functions/call.ts';
import type { Call } from '#lib/testing/functions/event.ts';
import { asgBody, settled } from '#test/support/compute/asgs.ts';
import { createdSnapshot, createdVolume, putSnapshotInto, putVolumeInto } from '#test/support/compute/disks.ts';
import { eventually } from '#test/support/vitest/eventually.ts';
import { instance, me, mine, useInstance } from './owner.ts';

useInstance();

/** Sends a request that waits, does the platform's part once `begun` finds what it is about, and answers the reply. */
async function waitFor<T>(
  handler: Handler,
  request: Call,
  begun: () => Promise<T | undefined>,
  work: (found: T) => Promise<unknown>,
): Promise<Reply> {
  const replying = mine(handler, { ...request, headers: { prefer: 'wait=20' } });
  await work((await eventually(begun)) as T);
  const reply = await replying;
  expect(reply.headers['preference-applied']).toBe('wait=20');
  return reply;
}

/** What the workflow of this kind on a volume or snapshot gets as its input, once it is requested. */
const begunOn = (id: string, kind: string) => async () => {
  const { operation } = (await getVolume(me.account_id, id)) ?? (await getSnapshot(me.account_id, id)) ?? {};
  if (operation?.kind !== kind) return undefined;
  return { operation: operation.id, account_id: me.account_id, instance_id: id, options: { kind } };
};
const failure = { reason: 'the disk is broken', code: 'DISK', undone: false };

test('a group is answered in its desired state after its creation, change, refresh and deletion', async () => {
  const first = async () => (await queryAll<{ asg_id: string }>({ index: 'gsi1', pk: asgIndex }))[0];
  const created = await waitFor(createAsg, { body: asgBody({ desired_capacity: 1 }) }, first, ({ asg_id }) =>
    settled({ account_id: me.account_id, id: asg_id }),
  );
  expect(created).toMatchObject({ status: 201, body: { status: 'active', current_size: 1 } });
  const { id } = created.body;
  const params = { id };
  const scaling = async () => {
    const group = await getAsg(me.account_id, id);
    return group?.status === 'active' ? undefined : group;
  };
  const grown = await waitFor(updateAsg, { params, body: { desired_capacity: 2 } }, scaling, settled);
  expect(grown.body).toMatchObject({ status: 'active', current_size: 2 });
  const refreshed = await waitFor(refresh, { params }, scaling, settled);
  expect(refreshed.body).toMatchObject({ status: 'active', current_size: 2 });
  expect(refreshed.body.instances).not.toEqual(grown.body.instances);
  expect(refreshed.headers.etag).toBe((await mine(showAsg, { params })).headers.etag);
  const gone = await waitFor(deleteAsg, { params }, scaling, settled);
  expect(gone).toMatchObject({ status: 200, body: { id, deleted: true } });
});

test('a volume is answered with its new size', async () => {
  const { id } = await createdVolume(me);
  await putVolumeInto(me, id, { status: 'available', operation: null });
  const request = { params: { vol_id: id }, body: { size_gib: 3 } };
  const reply = await waitFor(updateVolume, request, begunOn(id, 'grow_volume'), volumeEndings.settleGrown);
  expect(reply.body).toMatchObject({ id, size_gib: 3, task: null, status: 'available' });
});

test('a deleted volume is answered as deleted, and one that could not be deleted as it is', async () => {
  const { id } = await createdVolume(me);
  await putVolumeInto(me, id, { status: 'available', operation: null });
  const request = { params: { vol_id: id } };
  const begun = begunOn(id, 'delete_volume');
  const kept = await waitFor(deleteVolume, request, begun, (input) => volumeEndings.settleInError(input, failure));
  expect(kept.body).toMatchObject({ id, status: 'error', status_reason: 'the disk is broken' });
  const gone = await waitFor(deleteVolume, request, begun, volumeEndings.settleDeleted);
  expect(gone.body).toEqual({ id, deleted: true });
});

test('a deleted snapshot is answered as deleted, by both of its paths, and one that stays as it is', async () => {
  const make = async () => {
    const { id } = await createdSnapshot(me, instance.id);
    await putSnapshotInto(me, id, { status: 'available', operation: null });
    return id;
  };
  const id = await make();
  const begun = begunOn(id, 'delete_snapshot');
  const kept = await waitFor(deleteSnapshot, { params: { id } }, begun, (input) =>
    snapshotEndings.settleNotDeleted(input, failure),
  );
  expect(kept.body).toMatchObject({ id, status: 'error', status_reason: 'the disk is broken' });
  const gone = await waitFor(deleteSnapshot, { params: { id } }, begun, snapshotEndings.settleDeleted);
  expect(gone.body).toEqual({ id, deleted: true });
});

test('a deleted snapshot of an instance is answered as deleted', async () => {
  const { id } = await createdSnapshot(me, instance.id);
  await putSnapshotInto(me, id, { status: 'available', operation: null });
  const request = { params: { id: instance.id, snap_id: id } };
  const gone = await waitFor(deleteOfInstance, request, begunOn(id, 'delete_snapshot'), snapshotEndings.settleDeleted);
  expect(gone.body).toEqual({ id, deleted: true });
});

test('a deleted load balancer is answered as deleted, and after too short a wait as deleting', async () => {
  const make = async (name: string) =>
    (await mine(createBalancer, { body: { name, listeners: [{ protocol: 'http', port: 8080 }] } })).body;
  const slow = await make('slow');
  const early = await mine(deleteBalancer, { params: { id: slow.id }, headers: { prefer: 'wait=1' } });
  expect(early).toMatchObject({ status: 200, body: { id: slow.id, status: 'deleting' } });
  const { id } = await make('front');
  const deleting = async () => {
    const record = await getLoadBalancer(me.account_id, id);
    return record?.status === 'deleting' ? record : undefined;
  };
  const gone = await waitFor(deleteBalancer, { params: { id } }, deleting, (found) =>
    transact(removeLoadBalancer(found)),
  );
  expect(gone.body).toEqual({ id, deleted: true });
});
