import { expect } from 'vitest';
import type { Attack } from '#test/hostile/machines/ground.ts';
import { Traps } from '#test/hostile/machines/traps.ts';
import { volumeSpec } from '#test/lib/runtime/disks-conformance.ts';

export const attack: Attack = {
  tries: 'to have its programs run at a boot that mounts a volume',
  needs: ['shared_kernel', 'perl', 'volumes'],
  async by({ boot, driver, host }) {
    const volume = volumeSpec();
    await driver.createVolume(volume);
    const machine = await boot({ volumes: [{ id: volume.id, mount_path: '/mnt/data' }] });
    const traps = await Traps.plant(machine, host, 'programs', 'library', 'modules');
    await machine.run('echo kept > /mnt/data/file; ln -s /.old /mnt/data/old');
    await driver.reboot(machine.spec, { grace_ms: 1000, force: false });
    await traps.holdNobody();
    expect(await machine.out('/bin/cat /mnt/data/file')).toBe('kept\n');
    await driver.destroy(machine.id);
    await driver.deleteVolume(volume.id);
  },
};
