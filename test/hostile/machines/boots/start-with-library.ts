import type { Attack } from '#test/hostile/machines/ground.ts';
import { Traps } from '#test/hostile/machines/traps.ts';

export const attack: Attack = {
  tries: 'to have a library that every program loads be loaded at a start, under another name before its lock is on',
  needs: ['shared_kernel', 'perl'],
  async by({ boot, driver, host }) {
    const machine = await boot();
    const traps = await Traps.plant(machine, host, 'library');
    await driver.stop(machine.spec.id, { grace_ms: 1000, force: false });
    await driver.start({ ...machine.spec, name: `renamed-${machine.spec.name}` });
    await traps.holdNobody();
    await driver.destroy(machine.id);
  },
};
