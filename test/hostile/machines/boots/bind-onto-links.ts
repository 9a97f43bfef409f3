import { readFileSync } from 'node:fs';
import { expect } from 'vitest';
import type { Attack } from '#test/hostile/machines/ground.ts';

export const attack: Attack = {
  tries: 'to lead the binds of its boot out of its tree by links',
  needs: ['shared_kernel'],
  async by({ boot, driver, host }) {
    const machine = await boot();
    await machine.run(
      'cd /etc && for d in alternatives ssl ca-certificates pki terminfo ld.so.conf.d perl; do umount $d; rm -rf $d; ln -s ../../../../../../../../tmp $d; done 2>/dev/null; true',
    );
    await machine.run(
      'rm -rf /usr/local/* /mnt/* /opt /srv 2>/dev/null; ln -s / /usr/local/sbin; ln -s /.old /usr/local/lib; ln -s ../../../.. /usr/local/bin; true',
    );
    const before = readFileSync('/proc/self/mountinfo', 'utf8');
    await driver.reboot(machine.spec, { grace_ms: 1000, force: false });
    expect(readFileSync('/proc/self/mountinfo', 'utf8')).toBe(before);
    expect(
      await machine.out(
        `/bin/cat /usr/local/lib${host.file} /usr/local/bin${host.file} /etc/ssl${host.file} 2>/dev/null`,
      ),
    ).toBe('');
    expect(host.planted()).toEqual([]);
    await driver.destroy(machine.id);
  },
};
