import { expect } from 'vitest';
import type { Attack } from '#test/hostile/machines/ground.ts';

export const attack: Attack = {
  tries: 'to do with the rights of a login what its shell reads first',
  async by({ boot, driver, host }) {
    const machine = await boot();
    const evil = `{ hostname owned; ip link set eth0 down; mount -o remount,rw /usr; cat ${host.file} /.old${host.file}; ls /proc/$PPID/root/.old; } > /root/proof 2>/dev/null; touch /root/ran`;
    const files = [
      '/etc/profile',
      '/etc/profile.d/x.sh',
      '/etc/bash.bashrc',
      '~/.bash_profile',
      '~/.bashrc',
      '~/.profile',
      '~/.bash_logout',
      '~/.ssh/rc',
      '~/.ssh/environment',
    ];
    await machine.run(`mkdir -p ~/.ssh /etc/profile.d; for f in ${files.join(' ')}; do echo '${evil}' > $f; done`);
    await machine.run('', { input: 'exit\n' });
    await machine.run('exit', { tty: true });
    expect(await machine.out('ls /root/ran; cat /root/proof; hostname')).toBe(`/root/ran\n${machine.spec.name}\n`);
    await driver.destroy(machine.id);
  },
};
