import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { handler as restore } from '#functions/compute/instance-snapshots/restore.ts';
import { handler as start } from '#functions/compute/instances/start.ts';
import { handler as attach } from '#functions/compute/volumes/attach.ts';
import { handler as remove } from '#functions/compute/volumes/delete.ts';
import { handler as detach } from '#functions/compute/volumes/detach.ts';
import { handler as update } from '#functions/compute/volumes/update.ts';
import { createdSnapshot, createdVolume, settledSnapshot, settledVolume } from '#test/support/compute/disks.ts';
import { createdImage, settledImage } from '#test/support/compute/images.ts';
import { launched } from '#test/support/compute/instances.ts';
import { standInHost } from '#test/support/hosts/hosts.ts';
import { linkedFaults } from '#test/support/hosts/linked-faults.ts';
import { openScriptedDiskPlatform, type ScriptedDiskPlatform } from '#test/support/hosts/scripted-disk-platform.ts';

/** The definitions with deadlines of five seconds, and short pauses before another attempt. */
const impatient = (text: string) =>
  text
    .replaceAll('"HeartbeatSeconds":30,', '')
    .replaceAll(/"TimeoutSeconds":(180|120)/g, '"TimeoutSeconds":5')
    .replaceAll('"BackoffRate":2', '"BackoffRate":1');

const { book, faults, set } = linkedFaults();
let stage: ScriptedDiskPlatform;
beforeAll(async () => {
  stage = await openScriptedDiskPlatform(impatient, faults);
});
afterEach(() => set());
afterAll(() => stage.close());

const struck = () => book.list().map((fault) => fault.struck);

describe('a launch', () => {
  test('without capacity is not tried again, is undone, and gives back what it held', async () => {
    const before = await stage.held();
    await set({ where: 'launch', outcome: 'capacity', times: 1 });
    const { id } = await launched(stage.caller);
    expect(await stage.settled(id)).toMatchObject({
      status: 'error',
      status_reason: 'launch failed: its host has no capacity for it right now',
      placed: false,
      has_disk: false,
      hold: null,
    });
    expect(stage.callsOf(id)).toEqual(['destroy']);
    expect(await stage.held()).toEqual({ ...before, instances: before.instances + 1, vcpus: before.vcpus + 1 });
    expect((await stage.events(id)).map(({ from, to }) => [from, to])).toEqual([
      [null, 'provisioning'],
      ['provisioning', 'error'],
    ]);
    expect(struck()).toEqual([1]);
  });

  test('that does not boot is tried again in vain, and counts once', async () => {
    await set({ where: 'launch', outcome: 'boot_failed', times: 1 });
    const { id } = await launched(stage.caller);
    expect((await stage.settled(id)).status_reason).toBe('launch failed: the machine did not boot');
    const tries = stage.workflows.calls.filter(
      ({ name, payload }) => name === 'launchBoot' && payload.instance_id === id,
    );
    expect(tries).toHaveLength(4);
    expect(struck()).toEqual([1]);
    expect((await stage.settledIn('running')).status).toBe('running');
  });

  test('that is stuck ends at its deadline', async () => {
    await set({ where: 'launch', outcome: 'stuck' });
    const { id } = await launched(stage.caller);
    expect((await stage.settled(id)).status_reason).toBe('launch failed: it did not finish in time');
    expect(stage.callsOf(id)).toEqual(['destroy']);
  });

  test('is struck by its name or its id alone', async () => {
    await set({ where: 'launch', outcome: 'capacity', match: { name: 'other-01' } });
    expect((await stage.settled((await launched(stage.caller)).id)).status).toBe('running');
    expect((await stage.settled((await launched(stage.caller, { name: 'other-01' })).id)).status).toBe('error');
  });

  test('that is stuck goes on when the faults are ended', async () => {
    await set({ where: 'launch', outcome: 'stuck', after_seconds: 600 });
    const { id } = await launched(stage.caller);
    await expect.poll(struck).toEqual([1]);
    await set();
    expect((await stage.settled(id)).status).toBe('running');
  });
});

test('a start without capacity leaves the instance stopped, with the reason, and can be tried again', async () => {
  const { id } = await stage.settledIn('stopped');
  await set({ where: 'start', outcome: 'capacity', match: { id }, times: 1 });
  await stage.ask(start, { id });
  expect(await stage.settled(id)).toMatchObject({
    status: 'stopped',
    status_reason: 'start failed: its host has no capacity for it right now',
    has_disk: true,
    placed: true,
  });
  await stage.ask(start, { id });
  expect(await stage.settled(id)).toMatchObject({ status: 'running', status_reason: null });
});

describe('a volume whose disk fails', () => {
  const failed = (what: string) => `${what} volume failed: the disk of its host failed`;

  test('while it is made is in error; what undoes it is not struck', async () => {
    await set({ where: 'volume', outcome: 'error' });
    const { id } = await createdVolume(stage.caller);
    expect(await settledVolume(stage.caller, id)).toMatchObject({ status: 'error', status_reason: failed('create') });
    expect(stage.callsFor(id)).toEqual(['deleteVolume ·']);
  });

  test('while it is attached is available again, and while it is detached in use', async () => {
    const { id } = await stage.volume();
    const instance = await stage.settledIn('running');
    await set({ where: 'volume', outcome: 'error', match: { id } });
    await stage.ask(attach, { vol_id: id }, { instance_id: instance.id });
    expect(await settledVolume(stage.caller, id)).toMatchObject({
      status: 'available',
      status_reason: failed('attach'),
    });
    await stage.settled(instance.id);
    await set();
    await stage.ask(attach, { vol_id: id }, { instance_id: instance.id });
    await settledVolume(stage.caller, id);
    await stage.settled(instance.id);
    await set({ where: 'volume', outcome: 'error', match: { id: instance.id } });
    await stage.ask(detach, { vol_id: id });
    expect(await settledVolume(stage.caller, id)).toMatchObject({ status: 'in-use', status_reason: failed('detach') });
  });

  test('while it grows keeps its size, and while it is deleted is in error', async () => {
    const { id, name } = await stage.volume({ size_gib: 1 });
    await set({ where: 'volume', outcome: 'error', match: { name } });
    await stage.ask(update, { vol_id: id }, { size_gib: 5 });
    await expect.poll(struck).toEqual([1]);
    expect(await settledVolume(stage.caller, id)).toMatchObject({ status: 'available', size_gib: 1 });
    await stage.ask(remove, { vol_id: id });
    expect(await settledVolume(stage.caller, id)).toMatchObject({ status: 'error', status_reason: failed('delete') });
  });
});

describe('a snapshot', () => {
  test('whose copy fails is in error, and its instance goes on', async () => {
    const { id } = await stage.settledIn('running');
    await set({ where: 'snapshot', outcome: 'error', match: { id } });
    const snapshot = await settledSnapshot(stage.caller, (await createdSnapshot(stage.caller, id)).id);
    expect(snapshot).toMatchObject({
      status: 'error',
      status_reason: 'create snapshot failed: the disk of its host failed',
    });
    expect(await stage.settled(id)).toMatchObject({ status: 'running', task: null });
    await set();
    expect((await stage.snapshotOf(id)).status).toBe('available');
  });

  test('whose restore fails leaves its instance in error, and is available', async () => {
    const { id } = await stage.settledIn('running');
    const snapshot = await stage.snapshotOf(id);
    await set({ where: 'snapshot', outcome: 'error', match: { name: snapshot.name } });
    await stage.ask(restore, { id, snap_id: snapshot.id }, {});
    expect(await stage.settled(id)).toMatchObject({
      status: 'error',
      status_reason: 'restore snapshot failed: the disk of its host failed',
    });
    expect((await settledSnapshot(stage.caller, snapshot.id)).status).toBe('available');
  });
});

describe('an image', () => {
  test('of an account that does not come is in error, by its own name alone', async () => {
    await set({ where: 'image', outcome: 'error', match: { name: 'doomed' } });
    const { id } = await createdImage(stage.caller, { name: 'doomed' });
    const { id: other } = await createdImage(stage.caller);
    expect(await settledImage(stage.caller, id)).toMatchObject({
      status: 'error',
      status_reason: 'create image failed: the disk of its host failed',
    });
    expect((await settledImage(stage.caller, other)).status).toBe('available');
    expect(stage.callsFor(id)).toEqual(['removeImage ·']);
  });

  test('of the catalog that does not come ends the launch that waits for it', async () => {
    await stage.stopAgent();
    const { epoch } = await standInHost({ id: stage.hostId, pullable: ['almalinux-9'] });
    await stage.startAgent(epoch);
    await set({ where: 'image', outcome: 'error', match: { id: 'almalinux-9' } });
    const { id } = await launched(stage.caller, { image_id: 'almalinux-9' });
    expect(await stage.settled(id)).toMatchObject({
      status: 'error',
      status_reason: 'launch failed: the disk of its host failed',
    });
    expect(stage.callsFor('almalinux-9')).toEqual([]);
  });
});

describe('a host that is lost', () => {
  test('takes no job and answers for none until it is back', async () => {
    const underWay = Promise.withResolvers<void>();
    const finishes = Promise.withResolvers<void>();
    stage.driver.next('createVolume', async () => {
      underWay.resolve();
      await finishes.promise;
    });
    const volume = await createdVolume(stage.caller);
    await underWay.promise;
    await set({ where: 'host', outcome: 'lost' });
    expect(faults.lost).toBe(true);
    finishes.resolve();
    const { id } = await launched(stage.caller);
    await expect.poll(() => stage.driver.volumes.has(volume.id)).toBe(true);
    await set();
    expect(faults.lost).toBe(false);
    expect(await settledVolume(stage.caller, volume.id)).toMatchObject({ status: 'available' });
    expect((await stage.settled(id)).status).toBe('running');
  });

  test('can be closed', async () => {
    await set({ where: 'host', outcome: 'lost', match: { id: 'local' } });
    await stage.stopAgent();
    await set();
    await stage.startAgent();
    expect((await stage.settledIn('running')).status).toBe('running');
  });

  test('is another where the fault names another', async () => {
    await set({ where: 'host', outcome: 'lost', match: { id: 'far-away' } });
    expect(faults.lost).toBe(false);
  });
});
