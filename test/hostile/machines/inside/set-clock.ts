import { expect } from 'vitest';
import type { Attack } from '#test/hostile/machines/ground.ts';

export const attack: Attack = {
  tries: 'to set the clock of the host',
  needs: ['shared_kernel', 'perl'],
  async by({ attacker }) {
    const before = Date.now();
    await attacker.isTold(
      [
        '"settimeofday", pack("qq", 1, 0), 0',
        '"clock_settime", 0, pack("qq", 1, 0)',
        '"clock_adjtime", 0, pack("Lx4", 1) . "\\0" x 200',
      ],
      'EPERM',
    );
    await attacker.isRefused('date -s "2001-01-01 00:00:00" && false', 'hwclock -w');
    // biome-ignore lint/plugin: the computer's clock is what is attacked
    expect(Date.now()).toBeGreaterThanOrEqual(before);
  },
};
