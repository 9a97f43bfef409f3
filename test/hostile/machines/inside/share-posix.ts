import { expect } from 'vitest';
import type { Attack } from '#test/hostile/machines/ground.ts';

export const attack: Attack = {
  tries: 'to share memory and queues of POSIX with other tenants',
  needs: ['shared_kernel'],
  async by({ attacker, stranger, host }) {
    await stranger.run(`echo ${host.secret} > /dev/shm/left; mkdir -p /dev/mqueue`);
    expect(await attacker.out(`cat /dev/shm/* /run/* /var/tmp/* /tmp/left 2>/dev/null | grep -c ${host.secret}`)).toBe(
      '0\n',
    );
    const mounted = await attacker.out(`unshare -m sh -c 'mount -t mqueue none /mnt && ls /mnt | wc -l' 2>/dev/null`);
    expect(mounted).toMatch(/^(0\n)?$/);
  },
};
