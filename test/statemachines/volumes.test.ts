import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { handler as start } from '#functions/compute/instances/start.ts';
import { handler as terminate } from '#functions/compute/instances/terminate.ts';
import { handler as attach } from '#functions/compute/volumes/attach.ts';
import { handler as remove } from '#functions/compute/volumes/delete.ts';
import { handler as detach } from '#functions/compute/volumes/detach.ts';
import { handler as update } from '#functions/compute/volumes/update.ts';
import { getVolume } from '#lib/store/compute/volumes.ts';
import { call } from '#lib/testing/functions/call.ts';
import { createdVolume, settledVolume, used } from '#test/support/compute/disks.ts';
import { openScriptedDiskPlatform, type ScriptedDiskPlatform } from '#test/support/hosts/scripted-disk-platform.ts';
import { failing } from '#test/support/hosts/scripted-driver.ts';
import { eventually } from '#test/support/vitest/eventually.ts';

let stage: ScriptedDiskPlatform;
beforeAll(async () => {
  stage = await openScriptedDiskPlatform();
});
afterAll(() => stage.close());

describe('a volume', () => {
  test('is made, attached, taken out, grown and deleted; each settles, and all is given back', async () => {
    const before = await used(stage.caller.account_id);
    const { id, name } = await stage.volume({ size_gib: 2 });
    const instance = await stage.settledIn('running');
    const asked = await stage.ask(attach, { vol_id: id }, { instance_id: instance.id });
    expect(asked).toMatchObject({ status: 200, body: { status: 'attaching', instance_id: instance.id } });
    expect(await settledVolume(stage.caller, id)).toMatchObject({
      status: 'in-use',
      instance_id: instance.id,
      device: `/mnt/${name}`,
    });
    expect(await stage.settled(instance.id)).toMatchObject({ status: 'running', task: null, volume_ids: [id] });
    expect(await stage.ask(detach, { vol_id: id })).toMatchObject({
      status: 200,
      body: { status: 'available', instance_id: null, device: null },
    });
    expect((await stage.settled(instance.id)).volume_ids).toEqual([]);
    const growing = await stage.ask(update, { vol_id: id }, { size_gib: 5 });
    expect(growing.body).toMatchObject({ status: 'available', task: 'resizing', size_gib: 2 });
    expect(await settledVolume(stage.caller, id)).toMatchObject({ size_gib: 5, price_monthly: 30, task: null });
    expect((await stage.ask(remove, { vol_id: id })).body).toEqual({ id, status: 'deleting' });
    await eventually(async () => !(await getVolume(stage.caller.account_id, id)));
    expect(stage.callsFor(id)).toEqual([
      'createVolume ·',
      `attachVolume · ${instance.id} at /mnt/${name}`,
      `detachVolume · ${instance.id}`,
      'growVolume · to 5',
      'deleteVolume ·',
    ]);
    expect(await used(stage.caller.account_id)).toMatchObject({
      volumes: before.volumes ?? 0,
      volume_gib: before.volume_gib ?? 0,
    });
    expect(await stage.loose()).toEqual([]);
  });

  test('made for an instance goes into it', async () => {
    const instance = await stage.settledIn('running');
    const { id } = await createdVolume(stage.caller, { instance_id: instance.id });
    await expect.poll(async () => (await getVolume(stage.caller.account_id, id))?.status).toBe('in-use');
    expect((await stage.settled(instance.id)).volume_ids).toEqual([id]);
    expect(stage.driver.volumes.get(id)?.machine).toBe(instance.id);
  });

  test('made for an instance that is terminated meanwhile is available, and says why', async () => {
    const instance = await stage.settledIn('running');
    stage.driver.next('createVolume', async () => {
      await stage.ask(terminate, { id: instance.id });
      await stage.settled(instance.id);
    });
    const { id } = await createdVolume(stage.caller, { instance_id: instance.id });
    expect(await settledVolume(stage.caller, id)).toMatchObject({
      status: 'available',
      status_reason: `not attached: instance ${instance.id} is terminated; attach volume requires status running or stopped`,
    });
  });

  test('that a stopped instance has is there when it starts', async () => {
    const [{ id, mount_path }, instance] = await Promise.all([stage.volume(), stage.settledIn('stopped')]);
    await stage.ask(attach, { vol_id: id }, { instance_id: instance.id });
    await stage.settled(instance.id);
    await stage.ask(start, { id: instance.id });
    expect((await stage.settled(instance.id)).status).toBe('running');
    expect(stage.driver.specs.get(instance.id)?.volumes).toEqual([{ id, mount_path }]);
  });

  test('that could not be made is in error, what there was is removed, and it can be deleted', async () => {
    stage.driver.next('createVolume', failing('INVALID', 'the disk is full'));
    const { id } = await createdVolume(stage.caller);
    expect(await settledVolume(stage.caller, id)).toMatchObject({
      status: 'error',
      status_reason: 'create volume failed: the disk is full',
    });
    expect(stage.callsFor(id)).toEqual(['createVolume ·', 'deleteVolume ·']);
    await stage.ask(remove, { vol_id: id });
    await eventually(async () => !(await getVolume(stage.caller.account_id, id)));
  });

  test('that could not be attached is taken out again, and available', async () => {
    const [{ id }, instance] = await Promise.all([stage.volume(), stage.settledIn('running')]);
    stage.driver.next('attachVolume', failing('INVALID', 'no such path'));
    await stage.ask(attach, { vol_id: id }, { instance_id: instance.id });
    const reason = 'attach volume failed: no such path';
    expect(await settledVolume(stage.caller, id)).toMatchObject({
      status: 'available',
      status_reason: reason,
      instance_id: null,
    });
    expect(await stage.settled(instance.id)).toMatchObject({ status: 'running', task: null, volume_ids: [] });
    expect(stage.callsFor(id).at(-1)).toBe(`detachVolume · ${instance.id} by force`);
  });

  test('of which that is not sure either stays the instance’s, to be detached', async () => {
    const [{ id }, instance] = await Promise.all([stage.volume(), stage.settledIn('running')]);
    stage.driver.next('attachVolume', failing('INVALID', 'no such path'));
    stage.driver.next('detachVolume', failing('UNSUPPORTED', 'no way out'));
    await stage.ask(attach, { vol_id: id }, { instance_id: instance.id });
    expect(await settledVolume(stage.caller, id)).toMatchObject({ status: 'in-use', instance_id: instance.id });
    expect((await stage.ask(detach, { vol_id: id }, { force: true })).body.status).toBe('available');
  });

  test('with open files: 409 with Retry-After, and by force it goes', async () => {
    const { id, instance } = await stage.attached();
    stage.driver.next('detachVolume', failing('VOLUME_BUSY', 'files are open'));
    const headers = { 'idempotency-key': 'same' };
    const once = (body: object) => call(detach, { bearer: stage.caller.bearer, params: { vol_id: id }, body, headers });
    const busy = await once({ force: false });
    expect(busy.body.error).toBe(
      `volume ${id} is busy: files on it are open in ${instance.id}; close them, or detach with force=true`,
    );
    expect([busy.status, busy.headers['x-error-code'], busy.headers['retry-after']]).toEqual([409, 'in_use', '5']);
    expect(await settledVolume(stage.caller, id)).toMatchObject({ status: 'in-use', fault: 'VOLUME_BUSY' });
    expect((await stage.settled(instance.id)).volume_ids).toEqual([id]);
    // The key was not used up by a refusal that may pass.
    expect((await once({ force: false })).body.status).toBe('available');
    expect((await once({ force: false })).headers['idempotent-replayed']).toBe('true');
  });

  test('that its machine sees grown only at the next attachment says so until then', async () => {
    const { id, instance } = await stage.attached();
    stage.driver.grown = 'later';
    await stage.ask(update, { vol_id: id }, { size_gib: 5 });
    expect(await settledVolume(stage.caller, id)).toMatchObject({
      status: 'in-use',
      size_gib: 5,
      status_reason: 'detach and attach it again: its machine then sees 5 GiB',
    });
    stage.driver.grown = 'now';
    await stage.ask(detach, { vol_id: id });
    expect(await settledVolume(stage.caller, id)).toMatchObject({ status: 'available', status_reason: null });
    expect(stage.callsFor(id)).toContain(`detachVolume · ${instance.id}`);
  });

  test('that could not be grown has the size, the price and the quota that it had', async () => {
    const { id } = await stage.volume();
    const before = await used(stage.caller.account_id);
    stage.driver.next('growVolume', failing('INVALID', 'no room'));
    await stage.ask(update, { vol_id: id }, { size_gib: 9 });
    expect(await settledVolume(stage.caller, id)).toMatchObject({
      status: 'available',
      size_gib: 1,
      price_monthly: 6,
      task: null,
      status_reason: 'grow volume failed: no room',
    });
    expect(await used(stage.caller.account_id)).toEqual(before);
  });
});

test.each(['diskWork', 'diskSettle'])('%s may be called again after it had done its work', async (name) => {
  const [{ id }, instance] = await Promise.all([stage.volume(), stage.settledIn('running')]);
  stage.workflows.breakNext(name, new Error('lost'), 'after');
  await stage.ask(attach, { vol_id: id }, { instance_id: instance.id });
  await expect.poll(async () => (await getVolume(stage.caller.account_id, id))?.status).toBe('in-use');
  expect(await stage.settled(instance.id)).toMatchObject({ volume_ids: [id], task: null });
});
