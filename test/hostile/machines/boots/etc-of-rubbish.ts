import { expect } from 'vitest';
import type { Attack } from '#test/hostile/machines/ground.ts';

export const attack: Attack = {
  tries: 'to end its host by rubbish in the files that a boot and a login read',
  async by({ boot, driver, stranger }) {
    const machine = await boot();
    const files = [
      'passwd',
      'group',
      'shadow',
      'nsswitch.conf',
      'hosts',
      'hostname',
      'ld.so.cache',
      'ld.so.conf',
      'localtime',
      'profile',
      'bash.bashrc',
      'inputrc',
    ];
    await machine.run(`cd /etc && for f in ${files.join(' ')}; do head -c 300000 /dev/urandom > $f; done`);
    await driver.reboot({ ...machine.spec, name: 'renamed' }, { grace_ms: 1000, force: false });
    expect(await driver.status(machine.id)).toBe('running');
    await machine.run('true');
    await machine.run('true', { tty: true });
    await stranger.isWell();
    await driver.destroy(machine.id);
  },
};
