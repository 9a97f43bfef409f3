import { expect } from 'vitest';
import type { Attack } from '#test/hostile/machines/ground.ts';

export const attack: Attack = {
  tries: 'to have its boot write to the host through links where files are written',
  async by({ boot, driver, host }) {
    const machine = await boot();
    const outside = [host.open, `/.old${host.open}`, `/proc/1/root/.old${host.open}`];
    await machine.run(
      outside
        .map(
          (to, index) =>
            `ln -sf ${to}/hostname /etc/hostname; ln -sf ${to}/hosts /etc/hosts; ln -sf ${to}/key-${index} /etc/mtab; ln -sfn ${to} /var/lib/svc; ln -sfn ${to} /root/.ssh`,
        )
        .join('\n'),
    );
    await driver.reboot({ ...machine.spec, name: 'renamed' }, { grace_ms: 1000, force: false });
    await driver.reboot(machine.spec, { grace_ms: 1000, force: false });
    expect(host.planted()).toEqual([]);
    expect(await driver.status(machine.id)).toBe('running');
    await driver.destroy(machine.id);
  },
};
