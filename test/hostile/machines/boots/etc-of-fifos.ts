import { expect } from 'vitest';
import type { Attack } from '#test/hostile/machines/ground.ts';

export const attack: Attack = {
  tries: 'to hold up its boot for ever by pipes where files are read',
  needs: ['shared_kernel'],
  async by({ boot, driver, stranger }) {
    const machine = await boot();
    const files = [
      'hostname',
      'hosts',
      'passwd',
      'group',
      'nsswitch.conf',
      'profile',
      'bash.bashrc',
      'environment',
      'localtime',
      'ld.so.conf',
      'resolv.conf',
      'login.defs',
      'os-release',
    ];
    await machine.run(
      `cd /etc && for f in ${files.join(' ')}; do rm -rf $f; mkfifo $f; done; rm -rf alternatives ssl perl 2>/dev/null; mkfifo /root/.bashrc`,
    );
    await driver.reboot({ ...machine.spec, name: 'renamed' }, { grace_ms: 1000, force: false });
    expect(await driver.status(machine.id)).toBe('running');
    await driver.stop(machine.id, { grace_ms: 1000, force: false });
    await stranger.isWell();
    await driver.destroy(machine.id);
  },
};
