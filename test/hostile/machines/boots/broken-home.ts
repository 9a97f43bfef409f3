import { expect } from 'vitest';
import type { Attack } from '#test/hostile/machines/ground.ts';

export const attack: Attack = {
  tries: 'to keep the platform busy by a home that cannot be entered',
  needs: ['shared_kernel'],
  async by({ boot, driver, stranger }) {
    const machine = await boot();
    for (const way of [
      'chmod 000 /root',
      'chmod 755 /root; mount -t tmpfs -o size=4k none /root',
      'cd /; umount -l /root; rm -rf /root/* /root/.[a-z]*',
    ]) {
      await machine.run(way);
      expect((await machine.run('echo in')).stdout).toBe('in\n');
    }
    await stranger.isWell();
    await driver.destroy(machine.id);
  },
};
