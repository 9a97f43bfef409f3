import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { handler as remove } from '#functions/compute/images/delete.ts';
import { handler as show } from '#functions/compute/images/show.ts';
import { handler as terminate } from '#functions/compute/instances/terminate.ts';
import { handler as deleteSnapshot } from '#functions/compute/snapshots/delete.ts';
import { getImage } from '#lib/store/compute/images.ts';
import { keys } from '#lib/store/keys.ts';
import { settledSnapshot, used } from '#test/support/compute/disks.ts';
import { createdImage, putImageInto, reference, settledImage } from '#test/support/compute/images.ts';
import { launched } from '#test/support/compute/instances.ts';
import { openScriptedDiskPlatform, type ScriptedDiskPlatform } from '#test/support/hosts/scripted-disk-platform.ts';
import { failing, forever } from '#test/support/hosts/scripted-driver.ts';
import { partition } from '#test/support/table/state.ts';
import { eventually } from '#test/support/vitest/eventually.ts';

let stage: ScriptedDiskPlatform;
beforeAll(async () => {
  stage = await openScriptedDiskPlatform();
});
afterAll(() => stage.close());

const settled = (id: string) => settledImage(stage.caller, id);
const gone = (id: string) => eventually(async () => !(await getImage(stage.caller.account_id, id)));
/** What an image costs a month, in paise, by its marks. */
const marksOf = async (id: string): Promise<number[]> =>
  (await partition(keys.wallet(stage.caller.account_id).pk))
    .filter(({ sk }) => sk.startsWith(`METER#${id}#`))
    .sort((a, b) => a.seq - b.seq)
    .map(({ price_paise }) => price_paise);
const shown = async (id: string) => (await stage.ask(show, { id })).body;

describe('an image', () => {
  test('of a registry comes, is charged, launched from, and deleted with its bytes', async () => {
    const { id } = await createdImage(stage.caller);
    expect(await settled(id)).toMatchObject({
      status: 'available',
      progress_percent: 100,
      price_paise: 150,
      contents: { reference, size_bytes: 512 * 2 ** 20, cmd: ['redis-server'] },
    });
    expect(await marksOf(id)).toEqual([150]);
    const machine = await launched(stage.caller, { image_id: id, run_entrypoint: true });
    expect((await stage.settled(machine.id)).status).toBe('running');
    expect(stage.driver.specs.get(machine.id)).toMatchObject({ image_id: id, run_entrypoint: true });
    const plain = await createdImage(stage.caller);
    await settled(plain.id);
    await stage.ask(remove, { id: plain.id });
    await gone(plain.id);
    expect(stage.callsFor(plain.id)).toEqual([
      `pullImage · of ${JSON.stringify({ registry: reference })}`,
      'removeImage ·',
    ]);
    expect(await marksOf(plain.id)).toEqual([150, 0]);
    expect((await used(stage.caller.account_id)).images).toBe(1);
  });

  test('of a snapshot is launched from after its snapshot is gone, also by way of a snapshot of its machine', async () => {
    const instance = await stage.settledIn('running');
    const { id: snapshot } = await stage.snapshotOf(instance.id);
    const { id } = await createdImage(stage.caller, { source: { snapshot_id: snapshot } });
    expect((await settled(id)).status).toBe('available');
    expect(stage.callsFor(id)).toEqual([`pullImage · of ${JSON.stringify({ snapshot_id: snapshot })}`]);
    await stage.ask(deleteSnapshot, { id: snapshot });
    const machine = await launched(stage.caller, { image_id: id });
    await stage.settled(machine.id);
    const later = await stage.snapshotOf(machine.id);
    expect(later.image_id).toBe(id);
    const copy = await launched(stage.caller, { image_id: later.id });
    expect((await stage.settled(copy.id)).status).toBe('running');
    expect(stage.driver.specs.get(copy.id)).toMatchObject({ image_id: id, source_snapshot_id: later.id });
    expect((await settledSnapshot(stage.caller, later.id)).status).toBe('available');
  });

  test('of a registry is pulled by its digest for a launch on another host, and deleted on each that has it', async () => {
    const { id } = await createdImage(stage.caller);
    await settled(id);
    // As if another host had it.
    await putImageInto(stage.caller, id, { host_id: 'host-elsewhere' });
    const machine = await launched(stage.caller, { image_id: id });
    expect((await stage.settled(machine.id)).status).toBe('running');
    const { copies, contents } = (await getImage(stage.caller.account_id, id)) ?? {};
    expect(copies).toEqual([stage.hostId]);
    const source = JSON.stringify({ registry: `${reference}@${contents?.digest}` });
    expect(stage.callsFor(id).at(-1)).toBe(`pullImage · of ${source}`);
    await stage.ask(terminate, { id: machine.id });
    await stage.settled(machine.id);
    await putImageInto(stage.caller, id, { host_id: stage.hostId, copies: [stage.hostId] });
    await stage.ask(remove, { id });
    await gone(id);
    expect(stage.callsFor(id).filter((call) => call.startsWith('removeImage'))).toHaveLength(2);
  });

  test('says how far it has come', async () => {
    const told: ((percent: number) => void)[] = [];
    const come = Promise.withResolvers<void>();
    stage.driver.next('pullImage', async (_signal, _spec, onProgress) => {
      if (onProgress) told.push(onProgress);
      await come.promise;
    });
    const { id } = await createdImage(stage.caller);
    await expect.poll(() => told).toHaveLength(1);
    told[0]?.(42.5);
    await eventually(async () => (await shown(id)).progress_percent === 42);
    come.resolve();
    expect(await settled(id)).toMatchObject({ status: 'available', progress_percent: 100 });
  });

  test('that does not come is in error with the sentence, and nothing of it is left', async () => {
    stage.driver.next('pullImage', failing('INVALID', 'registry.example.in refuses library/redis: 401'));
    const { id } = await createdImage(stage.caller);
    expect(await settled(id)).toMatchObject({
      status: 'error',
      status_reason: 'create image failed: registry.example.in refuses library/redis: 401',
      contents: null,
    });
    expect(await shown(id)).toMatchObject({
      available: false,
      unavailable_reason: 'create image failed: registry.example.in refuses library/redis: 401',
    });
    expect(stage.callsFor(id).at(-1)).toBe('removeImage ·');
    expect(await marksOf(id)).toEqual([]);
    await stage.ask(remove, { id });
    await gone(id);
  });

  test('that is deleted while it comes is given up', async () => {
    stage.driver.next('pullImage', forever);
    const { id } = await createdImage(stage.caller);
    await expect.poll(() => stage.callsFor(id)).toHaveLength(1);
    expect((await stage.ask(remove, { id })).body).toEqual({ id, status: 'deleting' });
    await gone(id);
    expect(stage.callsFor(id).at(-1)).toBe('removeImage ·');
  });
});
