import { expect } from 'vitest';
import type { Attack } from '#test/hostile/machines/ground.ts';

export const attack: Attack = {
  tries: 'to find the keys that another login of the same machine has joined to its session',
  needs: ['shared_kernel', 'perl'],
  async by({ attacker, host }) {
    await attacker.perl(
      `sys("add_key", "user", "left-${host.key}", "x", 1, -3) == -1 and why() ne "ENOSYS" and die why();`,
    );
    const [found] = await attacker.perl(
      `print sys("keyctl", 10, -3, "user", "left-${host.key}", 0) < 0 ? why() : "found", "\\n";`,
    );
    expect(found).toBeOneOf(['ENOKEY', 'ENOSYS']);
  },
};
