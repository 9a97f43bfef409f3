import { expect } from 'vitest';
import type { Attack } from '#test/hostile/machines/ground.ts';

export const attack: Attack = {
  tries: "to find another tenant's machine by its name",
  needs: ['dns'],
  async by({ attacker, neighbour, stranger }) {
    const found = async (name: string) => (await attacker.out(`getent ahostsv4 ${name} || true`)).split(' ')[0];
    for (const name of [`${stranger.spec.name}.internal`, stranger.spec.public_hostname])
      expect(await found(name)).toBe('');
    expect(await found(`${neighbour.spec.name}.internal`)).toBe(neighbour.ip);
  },
};
