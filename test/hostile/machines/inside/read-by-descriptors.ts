import { expect } from 'vitest';
import type { Attack } from '#test/hostile/machines/ground.ts';

export const attack: Attack = {
  tries: 'to find a folder or a file of the host open in a process',
  needs: ['shared_kernel', 'perl'],
  async by({ attacker, host }) {
    const links = await attacker.out('for fd in /proc/[0-9]*/fd/*; do readlink $fd; done');
    const strange = links
      .split('\n')
      .filter(
        (to) => to && !/^(\/dev\/null|\/run\/init|\/run\/crond\.pid$|(socket|pipe|anon_inode):|\/proc\/)/.test(to),
      );
    expect(strange).toEqual([]);
    expect(
      await attacker.out(`cat /proc/[0-9]*/fd/*${host.file} 2>/dev/null; ls -d /proc/[0-9]*/fd/*/etc 2>/dev/null`),
    ).toBe('');
  },
};
