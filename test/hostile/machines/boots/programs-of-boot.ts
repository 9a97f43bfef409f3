import { expect } from 'vitest';
import type { Attack } from '#test/hostile/machines/ground.ts';
import { Traps } from '#test/hostile/machines/traps.ts';

export const attack: Attack = {
  tries: 'to have its rc.local, programs of boot and services run with rights that they do not have after login',
  needs: ['services', 'shared_kernel', 'perl'],
  async by({ boot, driver, host }) {
    const machine = await boot();
    const traps = await Traps.plant(machine, host, 'programs', 'library');
    const look = `#!/bin/sh
{ /usr/bin/readlink /proc/self/ns/user; cat /.old${host.file} ${host.file}; ls /proc/self/fd/3; } >> /root/looked 2>/dev/null
`;
    await machine.run(
      'mkdir -p /etc/boot.d /etc/services.d/look; tee /etc/rc.local /etc/boot.d/look > /etc/services.d/look/run; chmod 755 /etc/rc.local /etc/boot.d/look /etc/services.d/look/run',
      { input: look },
    );
    await driver.stop(machine.id, { grace_ms: 2000, force: false });
    await driver.start(machine.spec);
    const own = await machine.out('/usr/bin/readlink /proc/self/ns/user');
    await expect
      .poll(async () => (await machine.out('/usr/bin/cat /root/looked')).split('\n').length)
      .toBeGreaterThan(3);
    const looked = new Set((await machine.out('/usr/bin/cat /root/looked')).trim().split('\n'));
    expect([...looked]).toEqual([own.trim()]);
    await traps.holdNobody();
    await driver.destroy(machine.id);
  },
};
