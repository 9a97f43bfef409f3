import { expect } from 'vitest';
import type { Attack } from '#test/hostile/machines/ground.ts';

export const attack: Attack = {
  tries: 'to take away each of its mounts, and see what was below',
  needs: ['shared_kernel', 'perl'],
  async by({ attacker, host }) {
    const script = `
      unshare -m --propagation private sh -c 'for p in $(cut -d" " -f5 /proc/self/mountinfo | sort -r); do
        umount "$p" && echo "umount $p"; umount -l "$p" && echo "umount -l $p"; done; cat ${host.file}' 2>/dev/null`;
    expect(await attacker.out(script)).toBe('');
    await attacker.isRefused('umount /usr', 'umount -l /etc', 'umount -l /', 'umount /proc', 'umount -l /dev');
  },
};
