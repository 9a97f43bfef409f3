import type { Attack } from '#test/hostile/machines/ground.ts';

export const attack: Attack = {
  tries: 'to gain in namespaces of its own what it may not do outside of them',
  needs: ['shared_kernel', 'perl'],
  async by({ attacker }) {
    await attacker.isRefused(
      'unshare -Ur hostname other',
      'unshare -Ur ip link set eth0 down',
      'unshare -Urm umount -l /etc',
      'unshare -Urmpf mount -o remount,rw,bind /usr',
      'unshare -Ur unshare -Ur unshare -Urm mount -o remount,rw,bind /etc/ssl',
      'unshare -U sh -c "echo 0 0 4294967295 > /proc/self/uid_map"',
      'unshare -U sh -c "echo 0 1 1 > /proc/self/uid_map"',
    );
    await attacker.isWell();
  },
};
