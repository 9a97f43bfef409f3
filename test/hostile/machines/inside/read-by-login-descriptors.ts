import { expect } from 'vitest';
import type { Attack } from '#test/hostile/machines/ground.ts';

export const attack: Attack = {
  tries: 'to use descriptors that a login at a terminal was given',
  async by({ attacker }) {
    const { stdout } = await attacker.run(
      'ls -l /proc/$PPID/fd /proc/self/fd; ls -d /proc/$PPID/fd/*/etc /proc/self/fd/*/etc',
      { tty: true },
    );
    const links = [...stdout.matchAll(/-> (\S+)/g)].map(([, to]) => to);
    expect(links.length).toBeGreaterThan(3);
    expect(
      links.filter(
        (to) => !/^(\/dev\/(pts\/(\d+|ptmx)|null|tty)|(socket|pipe):|'?anon_inode:|\/proc\/)/.test(to ?? ''),
      ),
    ).toEqual([]);
    expect(stdout).not.toMatch(/^\/proc\/.*\/etc/m);
  },
};
