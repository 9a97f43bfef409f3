import { expect } from 'vitest';
import type { Attack } from '#test/hostile/machines/ground.ts';

export const attack: Attack = {
  tries: 'to find the root that the machine was turned away from',
  async by({ attacker, host }) {
    const read = await attacker.out(
      `for p in /.old /../.old /proc/1/root/.old /proc/self/root/../.old; do ls $p && cat $p${host.file}; done 2>/dev/null`,
    );
    expect(read).toBe('');
    expect(await attacker.out("ls -a / | grep '^\\.[^.]'")).toBe('');
  },
};
