import { expect } from 'vitest';
import type { Attack } from '#test/hostile/machines/ground.ts';
import { Traps } from '#test/hostile/machines/traps.ts';

/** When the machine's init began. The numbers of its namespaces are used again after it. */
const started = "/usr/bin/cut -d' ' -f22 /proc/1/stat";

export const attack: Attack = {
  tries: 'to have its programs run at a reboot that it asks for itself, before its lock is on',
  needs: ['shared_kernel', 'perl', 'ssh'],
  async by({ boot, driver, host }) {
    const machine = await boot();
    const before = await machine.out(started);
    const traps = await Traps.plant(machine, host, 'programs', 'library');
    await machine.run('/usr/local/sbin/reboot');
    await expect.poll(async () => (await machine.run(started)).stdout).not.toBeOneOf(['', before]);
    await traps.holdNobody();
    await driver.destroy(machine.id);
  },
};
