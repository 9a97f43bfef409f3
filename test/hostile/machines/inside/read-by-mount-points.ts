import { expect } from 'vitest';
import type { Attack } from '#test/hostile/machines/ground.ts';

export const attack: Attack = {
  tries: 'to walk out by the places and roots that mountinfo tells',
  needs: ['shared_kernel'],
  async by({ attacker, host }) {
    const walk = `while read -r _ _ _ root point _; do for p in "$point" "$root" "$point/.." "$root/.."; do cat "$p${host.file}"; done; done`;
    expect(await attacker.out(`{ ${walk} < /proc/self/mountinfo; } 2>/dev/null`)).toBe('');
    expect(Number(await attacker.out('wc -l < /proc/self/mountinfo'))).toBeGreaterThan(3);
  },
};
