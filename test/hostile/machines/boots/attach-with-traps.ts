import type { Attack } from '#test/hostile/machines/ground.ts';
import { Traps } from '#test/hostile/machines/traps.ts';
import { volumeSpec } from '#test/lib/runtime/disks-conformance.ts';

export const attack: Attack = {
  tries: 'to have its programs run when a volume is attached and detached',
  needs: ['shared_kernel', 'perl', 'volume_hot_attach'],
  async by({ boot, driver, host }) {
    const machine = await boot();
    const volume = volumeSpec();
    await driver.createVolume(volume);
    const traps = await Traps.plant(machine, host, 'programs', 'library', 'modules');
    for (let round = 0; round < 2; round += 1) {
      await driver.attachVolume(machine.id, { id: volume.id, mount_path: '/mnt/data' });
      await driver.detachVolume(machine.id, volume.id, { force: round === 1 });
    }
    await traps.holdNobody();
    await driver.destroy(machine.id);
    await driver.deleteVolume(volume.id);
  },
};
