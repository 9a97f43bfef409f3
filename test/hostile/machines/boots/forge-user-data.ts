import { expect } from 'vitest';
import type { Attack } from '#test/hostile/machines/ground.ts';

export const attack: Attack = {
  tries: 'to have user data of another disk run on the host, or be read by another tenant',
  needs: ['shared_kernel'],
  async by({ boot, driver, host, stranger }) {
    const data = `#!/bin/sh\n# ${host.secret}\n/usr/bin/readlink /proc/self/ns/user > /root/ran\ncat /.old${host.file} >> /root/ran 2>/dev/null\n`;
    const machine = await boot({ user_data: data });
    await expect.poll(() => machine.out('cat /root/ran')).toMatch(/^user:/);
    expect(await machine.out('cat /root/ran')).toBe(await machine.out('/usr/bin/readlink /proc/self/ns/user'));
    expect(await stranger.out("cat /proc/*/cmdline /var/lib/svc/user-data 2>/dev/null | grep -c '[r]eadlink'")).toBe(
      '0\n',
    );
    await driver.destroy(machine.id);
  },
};
