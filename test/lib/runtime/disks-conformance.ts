import { randomBytes } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { MachineSpec } from '#lib/model/compute/machine.ts';
import type { ComputeDriver } from '#lib/runtime/driver.ts';
import type { VolumeSpec } from '#lib/runtime/driver-disks.ts';
import type { Conformance } from './conformance.ts';
import { type DriverHome, driverHome } from './support/driver-home.ts';
import { machineSpec } from './support/machine-spec.ts';
import { refusal } from './support/refusal.ts';

const FORCED = { grace_ms: 0, force: true };
const BOLD = { force: false };

/** As after a lost answer. */
async function twice(act: () => Promise<unknown>): Promise<void> {
  await act();
  await act();
}

/** A volume that no other test uses. */
export const volumeSpec = (): VolumeSpec => ({
  id: `vol-${randomBytes(8).toString('hex')}`,
  size_gib: 1,
  filesystem: 'ext4',
});

/** What every driver promises of volumes and snapshots, whatever it keeps of them. */
export function describeDisks({ kind, timeScale }: Conformance): void {
  describe(`${kind} driver conforms in its disks`, () => {
    let home: DriverHome;
    let driver: ComputeDriver;
    const made: string[] = [];
    const spec = async (change?: Partial<MachineSpec>) => {
      const image = driver.images().find(({ available }) => available)?.id ?? '';
      const machine = await machineSpec(image, change);
      made.push(machine.id);
      return machine;
    };
    const boot = async (change?: Partial<MachineSpec>) => {
      const machine = await spec(change);
      await driver.create(machine);
      return machine;
    };
    const mountOf = ({ id }: VolumeSpec) => ({ id, mount_path: `/mnt/${id.replace('vol-', 'v')}` });
    const inUse = (id: string, machine: string) => ({
      code: 'VOLUME_IN_USE',
      message: `volume ${id} is attached to ${machine}; detach it first`,
    });

    beforeAll(async () => {
      home = await driverHome();
      driver = await home.open(kind, timeScale);
    });
    afterEach(async () => {
      for (const id of made.splice(0)) await driver.destroy(id);
    });
    afterAll(async () => {
      await driver.close();
      await home.remove();
    });

    it('says so', () => {
      expect(driver.capabilities()).toEqual(expect.arrayContaining(['volumes', 'volume_hot_attach', 'snapshots']));
    });

    it('does each call on a volume once, however often it is asked', async () => {
      const volume = volumeSpec();
      const machine = await boot();
      const mount = mountOf(volume);
      const device = kind === 'qemu' ? expect.stringMatching(/^\/dev\/vd[b-z]$/) : null;
      const attached = { device, mount_path: mount.mount_path };
      await twice(() => driver.createVolume(volume));
      await twice(async () => expect(await driver.attachVolume(machine.id, mount)).toEqual(attached));
      await twice(() => driver.growVolume(volume.id, 2));
      await twice(() => driver.detachVolume(machine.id, volume.id, BOLD));
      await twice(() => driver.deleteVolume(volume.id));
      expect((await refusal(() => driver.attachVolume(machine.id, mount))).code).toBe('ABSENT');
    });

    it('never gives a volume to two machines, running or not', async () => {
      const volume = volumeSpec();
      const [first, second] = [await boot(), await boot()];
      await driver.createVolume(volume);
      await driver.stop(second.id, FORCED);
      const both = await Promise.allSettled([first, second].map(({ id }) => driver.attachVolume(id, mountOf(volume))));
      expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
      const [owner, other] = both[0]?.status === 'fulfilled' ? [first, second] : [second, first];
      const refused = inUse(volume.id, owner.id);
      expect(await refusal(() => driver.attachVolume(other.id, mountOf(volume)))).toEqual(refused);
      expect(await refusal(() => driver.deleteVolume(volume.id))).toEqual(refused);
      await driver.stop(other.id, FORCED);
      expect(await refusal(() => driver.start({ ...other, volumes: [mountOf(volume)] }))).toEqual(refused);
      await driver.detachVolume(owner.id, volume.id, BOLD);
      await driver.start({ ...other, volumes: [mountOf(volume)] });
      expect(await refusal(() => driver.attachVolume(owner.id, mountOf(volume)))).toEqual(inUse(volume.id, other.id));
    });

    it('knows after it was opened again which machine has which volume, and frees those of a destroyed one', async () => {
      const volume = volumeSpec();
      const [owner, other] = [await boot(), await boot()];
      await driver.createVolume(volume);
      await driver.attachVolume(owner.id, mountOf(volume));
      await driver.close();
      driver = await home.open(kind, timeScale);
      expect(await refusal(() => driver.attachVolume(other.id, mountOf(volume)))).toEqual(inUse(volume.id, owner.id));
      await driver.destroy(owner.id);
      await driver.attachVolume(other.id, mountOf(volume));
      await driver.detachVolume(owner.id, volume.id, BOLD);
      expect(await refusal(() => driver.deleteVolume(volume.id))).toEqual(inUse(volume.id, other.id));
    });

    it('makes a snapshot once, and says whether its machine ran', async () => {
      const machine = await boot();
      const heard: number[] = [];
      const first = await driver.createSnapshot(machine.id, 'snap-one', {
        onProgress: (percent) => heard.push(percent),
      });
      expect(first).toEqual({ size_bytes: expect.any(Number), consistency: 'crash' });
      expect(heard).toEqual([...heard].sort((a, b) => a - b));
      expect(heard.at(-1)).toBe(100);
      await driver.stop(machine.id, FORCED);
      expect(await driver.createSnapshot(machine.id, 'snap-one')).toEqual(first);
      expect((await driver.createSnapshot(machine.id, 'snap-two')).consistency).toBe('offline');
      await driver.destroy(machine.id);
      expect((await refusal(() => driver.createSnapshot(machine.id, 'snap-three'))).code).toBe('ABSENT');
      for (const id of ['snap-one', 'snap-two', 'snap-one']) await driver.deleteSnapshot(id);
    });

    it('restores as often as it is asked, up or down as it is told, and never from what is not there', async () => {
      const machine = await boot();
      await driver.createSnapshot(machine.id, 'snap-back');
      await twice(async () => {
        const booted = await driver.restoreSnapshot(machine, 'snap-back', { start: true });
        expect(booted).toEqual(await driver.start(machine));
        expect(await driver.status(machine.id)).toBe('running');
      });
      await twice(async () => {
        expect(await driver.restoreSnapshot(machine, 'snap-back', { start: false })).toBeNull();
        expect(await driver.status(machine.id)).toBe('stopped');
      });
      await driver.start(machine);
      await driver.deleteSnapshot('snap-back');
      expect(await refusal(() => driver.restoreSnapshot(machine, 'snap-back', { start: true }))).toEqual({
        code: 'ABSENT',
        message: 'snapshot snap-back is not on this host',
      });
      expect(await driver.status(machine.id)).toBe('running');
      const nobody = await spec();
      expect((await refusal(() => driver.restoreSnapshot(nobody, 'snap-back', { start: true }))).code).toBe('ABSENT');
      expect(await driver.status(nobody.id)).toBe('absent');
    });

    it('makes a machine from a snapshot that has outlived its own', async () => {
      const machine = await boot();
      await driver.createSnapshot(machine.id, 'snap-seed');
      await driver.destroy(machine.id);
      const copy = await spec({ source_snapshot_id: 'snap-seed' });
      const first = await driver.create(copy);
      expect(await driver.create(copy)).toEqual(first);
      expect(await driver.status(copy.id)).toBe('running');
      const orphan = await spec({ source_snapshot_id: 'snap-none' });
      expect((await refusal(() => driver.create(orphan))).code).toBe('ABSENT');
      expect(await driver.status(orphan.id)).toBe('absent');
      await driver.deleteSnapshot('snap-seed');
    });

    it('breaks off a snapshot and a restore when their signal fires, and both can be asked again', async () => {
      const machine = await boot();
      for (const act of [
        (signal?: AbortSignal) => driver.createSnapshot(machine.id, 'snap-cut', { ...(signal && { signal }) }),
        (signal?: AbortSignal) =>
          driver.restoreSnapshot(machine, 'snap-cut', { start: true, ...(signal && { signal }) }),
      ]) {
        const abort = new AbortController();
        const cut = refusal(() => act(abort.signal));
        abort.abort();
        expect(await cut).toEqual({ code: 'ABORTED', message: 'the call was aborted' });
        await act();
      }
      expect(await driver.status(machine.id)).toBe('running');
      await driver.deleteSnapshot('snap-cut');
    });
  });
}
