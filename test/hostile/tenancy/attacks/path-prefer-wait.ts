import { expect } from 'vitest';
import type { Attack } from '#test/hostile/tenancy/ground.ts';
import { testTime } from '#test/support/vitest/clock.ts';

export const attack: Attack = {
  tries: 'to wait for a change of what the victim has',
  async by({ everywhere }) {
    const time = testTime();
    await everywhere(() => ({ headers: { prefer: 'wait=20' } }));
    expect(time.waited()).toBeLessThan(15_000);
  },
};
