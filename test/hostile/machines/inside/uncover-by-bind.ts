import type { Attack } from '#test/hostile/machines/ground.ts';

export const attack: Attack = {
  tries: 'to bind a folder without what is mounted in it',
  needs: ['shared_kernel', 'perl'],
  async by({ attacker }) {
    await attacker.isRefused(...['/', '/dev', '/run/..', '/proc/1/root'].map((place) => `mount --bind ${place} /mnt`));
    await attacker.isTold(['"open_tree", -100, "/", 1', '"mount", "/dev", "/mnt", "", 0x1000, 0'], 'EINVAL', 'EPERM');
  },
};
