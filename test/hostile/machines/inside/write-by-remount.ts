import type { Attack } from '#test/hostile/machines/ground.ts';

export const attack: Attack = {
  tries: 'to make the programs of the host writable',
  needs: ['shared_kernel', 'perl', 'single_user'],
  async by({ attacker }) {
    const places = ['/usr', '/etc/ssl', '/sys'];
    await attacker.isRefused(
      ...places.flatMap((place) => [
        `mount -o remount,rw,bind ${place}`,
        `unshare -Urm mount -o remount,rw,bind ${place}`,
      ]),
      ...['/usr/bin/x', '/bin/x', '/usr/lib/x', '/etc/ssl/x'].map((file) => `touch ${file}`),
    );
    await attacker.isTold(
      ['"mount", "none", "/usr", "", 0x1020, 0', '"mount", "none", "/usr", "", 0x20, 0'],
      'EPERM',
      'EINVAL',
    );
  },
};
