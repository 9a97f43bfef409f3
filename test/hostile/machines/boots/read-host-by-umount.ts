import { expect } from 'vitest';
import type { Attack } from '#test/hostile/machines/ground.ts';

export const attack: Attack = {
  tries: "to read the host's root by a program named umount, at the second boot",
  needs: ['shared_kernel'],
  async by({ boot, driver, host }) {
    const machine = await boot();
    const spy = `#!/bin/sh\nfor r in /.old /old /proc/1/root/.old; do cat $r${host.file}; ls $r; done >> /root/proof 2>/dev/null\nexec /usr/bin/umount "$@"\n`;
    await machine.run('cat > /usr/local/sbin/umount; chmod 755 /usr/local/sbin/umount', { input: spy });
    await driver.reboot(machine.spec, { grace_ms: 1000, force: false });
    expect(await machine.out('cat /root/proof 2>/dev/null')).toBe('');
    await driver.destroy(machine.id);
  },
};
