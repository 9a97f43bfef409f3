import { expect } from 'vitest';
import type { Attack } from '#test/hostile/tenancy/ground.ts';

export const attack: Attack = {
  tries: 'to wait for a change of what the victim has',
  async by({ everywhere }) {
    const before = Date.now();
    await everywhere(() => ({ headers: { prefer: 'wait=20' } }));
    expect(Date.now() - before).toBeLessThan(15_000);
  },
};
