import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { handler as terminate } from '#functions/compute/instances/terminate.ts';
import { launched, recordOf } from '#test/support/compute/instances.ts';
import { standInHost } from '#test/support/hosts/hosts.ts';
import { openScriptedDiskPlatform, type ScriptedDiskPlatform } from '#test/support/hosts/scripted-disk-platform.ts';
import { failing, forever } from '#test/support/hosts/scripted-driver.ts';

const alpine = 'alpine-3.22';
const reference = 'mirror.example.in/library/alpine:3.22';

let stage: ScriptedDiskPlatform;
beforeAll(async () => {
  stage = await openScriptedDiskPlatform();
  await stage.stopAgent();
  const { epoch } = await standInHost({ id: stage.hostId, pullable: [alpine] });
  const offered = { id: alpine, name: 'Alpine', distribution: 'alpine', version: '3.22', default_user: 'alpine' };
  const images = [{ ...offered, available: true, reason: null, pulled: false, reference }];
  Object.assign(stage.driver, { images: () => images });
  await stage.startAgent(epoch);
});
afterAll(() => stage.close());

describe('an image that no host has yet', () => {
  test('is pulled by its first launch, which says how far it has come', async () => {
    const told: ((percent: number) => void)[] = [];
    const come = Promise.withResolvers<void>();
    stage.driver.next('pullImage', async (_signal, _spec, onProgress) => {
      if (onProgress) told.push(onProgress);
      await come.promise;
    });
    const machine = await launched(stage.caller, { image_id: alpine });
    await expect.poll(() => told).toHaveLength(1);
    told[0]?.(42.5);
    await expect
      .poll(async () => (await recordOf(machine)).status_reason)
      .toBe('image alpine-3.22 is being pulled: 42 %');
    expect(stage.callsOf(machine.id)).toEqual([]);
    come.resolve();
    expect(await stage.settled(machine.id)).toMatchObject({ status: 'running', status_reason: null });
    const source = JSON.stringify({ registry: reference, catalog: true });
    expect(stage.callsFor(alpine)).toEqual([`pullImage · of ${source}`]);
    expect(stage.callsOf(machine.id)).toEqual(['create']);
    expect(await stage.loose()).toEqual([]);
  });

  test('that the registry refuses ends the launch with that sentence, and gives back what it held', async () => {
    const before = await stage.held();
    stage.driver.next('pullImage', failing('INVALID', 'mirror.example.in: library/alpine:3.22 is not there'));
    const machine = await launched(stage.caller, { image_id: alpine });
    expect(await stage.settled(machine.id)).toMatchObject({
      status: 'error',
      status_reason: 'launch failed: mirror.example.in: library/alpine:3.22 is not there',
      has_disk: false,
    });
    const { instances, vcpus, ...rest } = await stage.held();
    expect(rest).toEqual((({ instances: _, vcpus: __, ...held }) => held)(before));
    expect([instances, vcpus]).toEqual([before.instances + 1, before.vcpus + 1]);
    expect(stage.callsOf(machine.id)).toEqual([]);
    expect(await stage.loose()).toEqual([]);
  });

  test('is not waited for by a machine that is terminated meanwhile', async () => {
    stage.driver.next('pullImage', forever);
    const { length } = stage.callsFor(alpine);
    const machine = await launched(stage.caller, { image_id: alpine });
    await expect.poll(() => stage.callsFor(alpine)).toHaveLength(length + 1);
    await stage.ask(terminate, { id: machine.id });
    expect((await stage.settled(machine.id)).status).toBe('terminated');
    expect(stage.callsOf(machine.id)).toEqual(['destroy']);
  });

  test('is not pulled for a machine of another image', async () => {
    const before = stage.callsFor(alpine).length;
    await stage.settled((await launched(stage.caller)).id);
    expect(stage.callsFor(alpine)).toHaveLength(before);
  });
});
