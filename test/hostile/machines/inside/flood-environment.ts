import { expect } from 'vitest';
import type { Attack } from '#test/hostile/machines/ground.ts';
import { ranWith, withClient } from '#test/hostile/machines/raw-ssh.ts';

export const attack: Attack = {
  tries: 'to send a login more variables than a program can take',
  async by({ attacker, neighbour, stranger }) {
    const refused = await withClient(attacker, async (client) => {
      const letter = (index: number) =>
        String.fromCharCode(65 + (index % 26), 65 + (Math.floor(index / 26) % 26), 65 + (Math.floor(index / 676) % 26));
      const env = Object.fromEntries(
        Array.from({ length: 9000 }, (_, index) => [`LC_${letter(index)}`, 'x'.repeat(256)]),
      );
      return ranWith(client, 'true', { env });
    });
    expect(refused).toMatch(/^(ended with|the connection ended|refused)/);
    for (const machine of [attacker, neighbour, stranger]) await machine.isWell();
  },
};
