import { expect } from 'vitest';
import type { Attack } from '#test/hostile/machines/ground.ts';

export const attack: Attack = {
  tries: 'to enter the namespaces of every process that it sees',
  needs: ['shared_kernel', 'perl'],
  async by({ attacker }) {
    const scan = await attacker.out(
      'for p in /proc/[0-9]*; do for n in net uts ipc pid mnt user; do readlink $p/ns/$n; done; done 2>/dev/null | sort -u | sed "s/:.*//" | uniq -c | awk "\\$1 > 1"',
    );
    expect(scan).toBe('');
    await attacker.isRefused(
      'nsenter -t 1 -n ip link set eth0 down',
      'nsenter -t 1 -u hostname other',
      'nsenter -t 1 -U -- hostname other',
    );
  },
};
