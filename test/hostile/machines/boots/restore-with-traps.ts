import type { Attack } from '#test/hostile/machines/ground.ts';
import { Traps } from '#test/hostile/machines/traps.ts';

export const attack: Attack = {
  tries: 'to have its programs run when a snapshot of them is restored',
  needs: ['shared_kernel', 'perl', 'snapshots'],
  async by({ boot, driver, host }) {
    const machine = await boot();
    const traps = await Traps.plant(machine, host, 'programs', 'library', 'modules');
    await driver.createSnapshot(machine.id, `snap-${machine.id}`);
    await driver.restoreSnapshot(machine.spec, `snap-${machine.id}`, { start: true });
    await traps.holdNobody();
    await driver.destroy(machine.id);
    await driver.deleteSnapshot(`snap-${machine.id}`);
  },
};
