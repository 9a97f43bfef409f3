import { expect } from 'vitest';
import type { Attack } from '#test/hostile/machines/ground.ts';

export const attack: Attack = {
  tries: 'to mount the groups of processes, and end one that is not its own',
  needs: ['shared_kernel'],
  async by({ attacker }) {
    const kill =
      'for f in $(find /mnt /sys/fs/cgroup -name cgroup.kill -o -name cgroup.freeze 2>/dev/null); do echo 1 > "$f" && echo "$f"; done';
    const flavours = ['', 'unshare -C', 'unshare -Cm', 'unshare -UrCm', 'unshare -UrCm unshare -Cm'];
    for (const around of flavours) {
      const done = await attacker.out(
        `unshare -m ${around} sh -c 'mount -t cgroup2 none /mnt && echo mounted; mount -t cgroup -o memory none /mnt && echo mounted; ${kill}' 2>/dev/null`,
      );
      expect({ around, done }).toEqual({ around, done: '' });
    }
  },
};
