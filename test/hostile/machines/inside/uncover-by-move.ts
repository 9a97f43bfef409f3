import type { Attack } from '#test/hostile/machines/ground.ts';

export const attack: Attack = {
  tries: 'to move a mount away from what it covers',
  needs: ['shared_kernel', 'perl'],
  async by({ attacker }) {
    await attacker.out('mkdir -p /srv/moved');
    await attacker.isRefused(
      ...['/usr', '/etc', '/dev', '/proc', '/run'].map((place) => `mount --move ${place} /srv/moved`),
    );
    await attacker.isTold(
      ['"move_mount", -100, "/usr", -100, "/srv/moved", 0', '"open_tree", -100, "/", 1'],
      'EINVAL',
      'EPERM',
    );
  },
};
