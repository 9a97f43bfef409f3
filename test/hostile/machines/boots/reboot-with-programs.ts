import type { Attack } from '#test/hostile/machines/ground.ts';
import { Traps } from '#test/hostile/machines/traps.ts';

export const attack: Attack = {
  tries: 'to have programs of its own, first in PATH, run at a reboot before its lock is on',
  needs: ['shared_kernel', 'perl'],
  async by({ boot, driver, host }) {
    const machine = await boot();
    const traps = await Traps.plant(machine, host, 'programs');
    await driver.reboot(machine.spec, { grace_ms: 1000, force: false });
    await traps.holdNobody();
    await driver.destroy(machine.id);
  },
};
