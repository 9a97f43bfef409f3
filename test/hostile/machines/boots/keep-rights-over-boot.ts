import { expect } from 'vitest';
import type { Attack } from '#test/hostile/machines/ground.ts';

/** What only the owner of the machine's network and name may do. */
const trap = (name: string) => `#!/bin/sh
/bin/hostname owned
/usr/sbin/ip addr add 10.20.9.9/20 dev eth0 || /sbin/ip addr add 10.20.9.9/20 dev eth0
exec /usr/bin/${name} "$@"
`;

export const attack: Attack = {
  tries: "to keep the rights of its network's owner over a boot: another name, another address",
  needs: ['shared_kernel'],
  async by({ boot, driver }) {
    const machine = await boot();
    for (const name of ['unshare', 'env', 'umount', 'rmdir', 'prlimit', 'setpriv', 'sed', 'perl']) {
      const file = `/usr/local/sbin/${name}`;
      await machine.run(`cat > ${file}; chmod 755 ${file}`, { input: trap(name) });
    }
    await driver.reboot(machine.spec, { grace_ms: 1000, force: false });
    const seen = await machine.out('/bin/hostname; ip -o -4 addr show dev eth0 | grep -c 10.20.9.9');
    expect(seen).toBe(`${machine.spec.name}\n0\n`);
    await driver.destroy(machine.id);
  },
};
