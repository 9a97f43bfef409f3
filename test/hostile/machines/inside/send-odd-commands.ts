import { expect } from 'vitest';
import type { Attack } from '#test/hostile/machines/ground.ts';
import { ranWith, withClient } from '#test/hostile/machines/raw-ssh.ts';

export const attack: Attack = {
  tries: 'to end the platform by a command that is no text',
  async by({ attacker, neighbour, stranger, driver }) {
    for (const command of ['true\0rm', '\0', '\ud800', '\u0000'.repeat(50), '$(', "'"]) {
      await withClient(attacker, (client) => ranWith(client, command));
      await withClient(attacker, (client) =>
        ranWith(client, command, { pty: { cols: 2 ** 31, rows: 0, term: '\0x' } }),
      );
    }
    await withClient(attacker, (client) => ranWith(client, 'true', { env: { LC_ALL: 'a\0b', LANG: '\0' } }));
    for (const machine of [attacker, neighbour, stranger]) await machine.isWell();
    expect(await driver.status(stranger.id)).toBe('running');
  },
};
