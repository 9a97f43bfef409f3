import { expect } from 'vitest';
import type { Attack } from '#test/hostile/machines/ground.ts';

export const attack: Attack = {
  tries: 'to raise what its namespaces may have',
  needs: ['shared_kernel', 'perl'],
  async by({ attacker, neighbour }) {
    const names = ['user', 'net', 'pid', 'mnt', 'cgroup', 'ipc', 'uts', 'time'].map((kind) => `max_${kind}_namespaces`);
    const files = [...names, 'max_inotify_instances', 'max_inotify_watches'].map((name) => `/proc/sys/user/${name}`);
    const before = await neighbour.out(`cat ${files.join(' ')}`);
    await attacker.out(`for f in ${files.join(' ')}; do echo 3 > $f; done 2>/dev/null; true`);
    expect(await neighbour.out(`cat ${files.join(' ')}`)).toBe(before);
    await attacker.out(`for f in ${files.join(' ')}; do echo 2147483647 > $f; done 2>/dev/null; true`);
  },
};
