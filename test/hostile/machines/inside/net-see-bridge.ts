import { expect } from 'vitest';
import type { Attack } from '#test/hostile/machines/ground.ts';

export const attack: Attack = {
  tries: 'to see or hear what its neighbours say to each other',
  needs: ['shared_kernel', 'private_network'],
  async by({ attacker }) {
    const links = await attacker.out('ls /sys/class/net 2>/dev/null; ip -o link | cut -d: -f2 | cut -d@ -f1');
    expect([...new Set(links.split(/\s+/).filter(Boolean))].sort()).toEqual(['eth0', 'lo']);
    await attacker.isRefused(
      'ip link show br0',
      'bridge fdb add 02:00:00:00:00:01 dev eth0 && false',
      'ip link set br0 down',
    );
    expect(await attacker.out('cat /proc/net/arp | wc -l')).toMatch(/^\d+\n$/);
  },
};
