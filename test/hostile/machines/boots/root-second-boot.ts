import { expect } from 'vitest';
import type { Attack } from '#test/hostile/machines/ground.ts';
import { Traps } from '#test/hostile/machines/traps.ts';

export const attack: Attack = {
  tries: "to have its next boot run programs that it has put in place of the system's own",
  needs: ['packages'],
  async by({ boot, driver, host }) {
    const machine = await boot();
    const traps = await Traps.plant(machine, host, 'programs', 'library');
    // Every program of /usr is the machine's own here: those that a boot or a login might start say where they run.
    await machine.out(
      'for n in ip mount umount unshare nsenter setpriv script; do p=$(PATH=/usr/sbin:/usr/bin command -v $n) || continue; mv $p $p.real; cp /usr/local/trap $p; done',
    );
    await driver.reboot(machine.spec, { grace_ms: 1000, force: false });
    expect(await machine.out('echo in')).toBe('in\n');
    await traps.holdNobody();
    await driver.destroy(machine.id);
  },
};
