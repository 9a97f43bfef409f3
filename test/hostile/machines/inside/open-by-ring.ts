import { expect } from 'vitest';
import type { Attack } from '#test/hostile/machines/ground.ts';

export const attack: Attack = {
  tries: 'to open by io_uring what it may not open',
  needs: ['shared_kernel', 'perl'],
  async by({ attacker, host }) {
    const ring = await attacker.perl(`
      my $params = "\\0" x 120; my $fd = sys("io_uring_setup", 4, $params);
      print $fd < 0 ? why() : "a ring", "\\n";
      print $fd < 0 ? "EPERM" : told("io_uring_register", $fd, 9, 0, 0), "\\n";
      print -e "/proc/self/root${host.file}" ? "there" : "not there", "\\n";
    `);
    // If the kernel has rings, a personality has the credentials of the process that registered it: never another
    // one's.
    expect(ring[0]).toMatch(/^(a ring|EPERM|ENOSYS)$/);
    expect(ring[2]).toBe('not there');
  },
};
