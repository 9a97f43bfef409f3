import { expect } from 'vitest';
import type { Attack } from '#test/hostile/machines/ground.ts';

export const attack: Attack = {
  tries:
    'to outlive its machine or hold its boot by units that fork, write without end, never become ready, or are pipes',
  needs: ['services', 'perl'],
  async by({ boot, driver, neighbour }) {
    const machine = await boot();
    const plant = [
      'cd /etc; mkdir -p systemd/system/multi-user.target.wants; cd systemd/system',
      'unit() { cat > $1.service; ln -s ../$1.service multi-user.target.wants/$1.service; }',
      'printf "[Service]\\nType=notify\\nTimeoutStartSec=infinity\\nExecStart=sleep 4270\\n" | unit never',
      'printf "[Service]\\nExecStart=/usr/bin/yes\\nRestart=always\\n" | unit loud',
      'printf "[Service]\\nKillMode=none\\nExecStart=/bin/sh /root/fork\\nTimeoutStopSec=infinity\\n" | unit fork',
      'printf "trap \\"\\" TERM HUP\\nwhile :; do setsid sleep 4271 & sleep 1 & wait \\$!; done" > /root/fork',
      'printf "[Unit]\\nRequires=ring.service circle.service\\nAfter=ring.service circle.service\\n[Service]\\nExecStart=/bin/true\\n" | tee ring.service | unit circle',
      'mkfifo multi-user.target.wants/pipe.service pipe.service; ln -s /dev/zero zero.service',
      'ln -s ../zero.service multi-user.target.wants/zero.service; ln -s self.service self.service',
      'ln -s ../self.service multi-user.target.wants/self.service; mkdir multi-user.target.wants/folder.service',
      "touch 'multi-user.target.wants/a;reboot;.service' \"multi-user.target.wants/'; reboot; '.service\"",
    ].join('\n');
    expect((await machine.run(plant)).code).toBe(0);
    await driver.reboot(machine.spec, { grace_ms: 2000, force: false });
    expect(await machine.out('echo up')).toBe('up\n');
    await expect.poll(() => machine.out('pgrep -xfc "sleep 4270"'), { timeout: 20_000 }).toBe('1\n');
    expect(await machine.out('systemctl is-active never')).toBe('activating\n');
    await machine.run('rm -rf /run/units; ln -s /dev/zero /run/units; kill -USR2 1');
    expect(await neighbour.out('echo served')).toBe('served\n');
    // It would last until the test gives up.
    await driver.stop(machine.id, { grace_ms: 2000, force: false });
    expect(await driver.status(machine.id)).toBe('stopped');
    await driver.destroy(machine.id);
  },
};
