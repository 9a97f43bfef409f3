import type { Attack } from '#test/hostile/machines/ground.ts';
import { Traps } from '#test/hostile/machines/traps.ts';

export const attack: Attack = {
  tries: 'to have its programs run at the first boot of a machine that is made of its snapshot',
  needs: ['shared_kernel', 'perl', 'snapshots'],
  async by({ boot, driver, host }) {
    const machine = await boot();
    const traps = await Traps.plant(machine, host, 'programs', 'library', 'modules');
    const snapshot = `snap-${machine.id}`;
    await driver.createSnapshot(machine.id, snapshot);
    const copy = await boot({ source_snapshot_id: snapshot, user_data: '#!/bin/sh\nid > /root/user-data' });
    await traps.holdNobody(copy);
    for (const { id } of [machine, copy]) await driver.destroy(id);
    await driver.deleteSnapshot(snapshot);
  },
};
