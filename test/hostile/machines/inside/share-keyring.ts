import { expect } from 'vitest';
import type { Attack } from '#test/hostile/machines/ground.ts';
import type { Machine } from '#test/hostile/machines/machine.ts';

export const attack: Attack = {
  tries: 'to hand keys to another tenant by a keyring that both have',
  needs: ['shared_kernel', 'perl'],
  async by({ attacker, neighbour, stranger, host }) {
    const name = `shared-${host.key}`;
    const rings = [-3, -4, -5, -7];
    const add = (machine: Machine) =>
      machine.perl(rings.map((ring) => `sys("add_key", "user", "${name}${ring}", "x", 1, ${ring});`).join('\n'));
    const find = (machine: Machine) =>
      machine.perl(
        rings
          .map(
            (ring) =>
              `print sys("keyctl", 10, ${ring}, "user", "${name}$_", 0) < 0 ? "" : "found $_", "\\n" for (${rings.join(', ')});`,
          )
          .join('\n'),
      );
    await add(attacker);
    expect((await find(stranger)).join('')).toBe('');
    expect((await find(neighbour)).join('')).toBe('');
    expect(await stranger.out(`grep -c ${name} /proc/keys`)).toBe('0\n');
  },
};
