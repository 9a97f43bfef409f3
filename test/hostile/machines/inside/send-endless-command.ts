import { expect } from 'vitest';
import type { Attack } from '#test/hostile/machines/ground.ts';
import { ranWith, withClient } from '#test/hostile/machines/raw-ssh.ts';

export const attack: Attack = {
  tries: 'to end the platform by a command longer than any program can take',
  async by({ attacker, neighbour, stranger, driver }) {
    for (const length of [131_071, 131_072, 200_000]) {
      await withClient(attacker, (client) => ranWith(client, `true ${'x'.repeat(length)}`));
      await withClient(attacker, (client) => ranWith(client, `true ${'x'.repeat(length)}`, { pty: true }));
    }
    for (const machine of [attacker, neighbour, stranger]) await machine.isWell();
    expect(await driver.status(stranger.id)).toBe('running');
  },
};
