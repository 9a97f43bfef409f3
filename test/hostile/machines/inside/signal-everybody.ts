import { expect } from 'vitest';
import type { Attack } from '#test/hostile/machines/ground.ts';

export const attack: Attack = {
  tries: 'to end everything that it may signal',
  async by({ attacker, neighbour, stranger, driver }) {
    await attacker.run('kill -9 -1');
    await attacker.run('perl -e "kill 9, -1; kill 9, 1; kill 19, 1"');
    for (const machine of [neighbour, stranger, attacker]) await machine.isWell();
    expect(await driver.status(attacker.id)).toBe('running');
  },
};
