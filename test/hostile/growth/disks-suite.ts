import { renameSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Machine } from '#test/hostile/machines/machine.ts';
import { volumeSpec } from '#test/lib/runtime/disks-conformance.ts';
import { refusal } from '#test/lib/runtime/support/refusal.ts';
import { leftovers } from '#test/lib/runtime/support/state-of.ts';
import { type GrowthGround, openGrowthGround } from './ground.ts';
import { depths, oddities } from './shapes.ts';

/** The program runs in a new folder of the machine. */
async function fill(machine: Machine, place: string, program: string): Promise<void> {
  const { code, stderr } = await machine.run(`mkdir -p ${place} && cd ${place} && exec perl -`, { input: program });
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
}

/** What a host does with disks, volumes and snapshots on which a guest has left this many entries. */
export function describeDiskGrowth(entries: number): void {
  describe(`calls on disks with ${entries} entries of a guest`, () => {
    let ground: GrowthGround;
    beforeAll(async () => {
      ground = await openGrowthGround();
    });
    afterAll(() => ground?.close());

    /** What was removed is removed in the background, too. */
    const allGone = () => expect.poll(() => leftovers(ground.state), { timeout: 50 * entries }).toEqual([]);

    it('copy, restore and remove whatever can be on them, and the host stays as it is', async () => {
      const { driver, calm, boot } = ground;
      const machine = await boot();
      await fill(machine, '/root/grown', oddities(entries));
      const count = 'find /root/grown | wc -l; ls -l /root/grown/soft/1; stat -c "%h %F" /root/grown/hard/1';
      const before = await machine.out(count);
      const { size_bytes } = await calm(() => driver.createSnapshot(machine.id, 'snap-grown'));
      expect(size_bytes).toBeGreaterThan(0);
      await machine.run('rm -rf /root/grown/hard /root/grown/shut');
      await calm(() => driver.restoreSnapshot(machine.spec, 'snap-grown', { start: true }));
      expect(await machine.out(count)).toBe(before);
      const copy = await calm(() => boot({ source_snapshot_id: 'snap-grown' }));
      expect(await copy.out(count)).toBe(before);
      for (const remove of [
        () => driver.destroy(machine.id),
        () => driver.deleteSnapshot('snap-grown'),
        () => driver.destroy(copy.id),
      ])
        await calm(() => remove().then(allGone));
    });

    it('copy paths of any length where disks are whole, are refused in a sentence elsewhere, and remove all the same', async () => {
      const { driver, calm, boot } = ground;
      const machine = await boot();
      await fill(machine, '/root/deep', depths(entries));
      const copied = () => driver.createSnapshot(machine.id, 'snap-deep');
      // A disk that is a file system is copied without a look at its files.
      if ((await driver.capabilities()).includes('disk_limit')) {
        expect((await calm(copied)).size_bytes).toBeGreaterThan(0);
        await calm(() => driver.deleteSnapshot('snap-deep').then(allGone));
      } else {
        const refused = await calm(() => refusal(copied));
        expect(refused.code).toBe('FAILED');
        expect(refused.message).toMatch(/^the disk could not be copied: .{1,250}: File name too long$/);
      }
      await calm(() => driver.destroy(machine.id).then(allGone));
    });

    it('delete a volume, and the volumes of others do not wait for it', async () => {
      const { driver, calm, boot } = ground;
      const [filled, other] = [volumeSpec(), volumeSpec()];
      await driver.createVolume(filled);
      const machine = await boot({ volumes: [{ id: filled.id, mount_path: '/mnt/data' }] });
      await fill(machine, '/mnt/data/odd', oddities(entries / 2));
      await fill(machine, '/mnt/data/deep', depths(entries / 2));
      await calm(() => driver.detachVolume(machine.id, filled.id, { force: false }));
      await calm(async () => {
        await driver.deleteVolume(filled.id);
        await driver.createVolume(other);
        await driver.deleteVolume(other.id);
        await allGone();
      });
      await driver.destroy(machine.id);
    });

    it('start a host on which a removal had begun, whose machines do not wait for it', async () => {
      const { boot, calm, restart } = ground;
      const machine = await boot();
      await fill(machine, '/root/odd', oddities(entries / 2));
      await fill(machine, '/root/deep', depths(entries / 2));
      await restart((state) => {
        const folder = join(state, 'machines', machine.id);
        renameSync(folder, `${folder}.trash`);
      });
      const { driver } = ground;
      await calm(allGone);
      expect(await driver.list()).toHaveLength(1);
    });
  });
}
