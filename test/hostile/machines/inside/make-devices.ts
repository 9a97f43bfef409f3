import type { Attack } from '#test/hostile/machines/ground.ts';

export const attack: Attack = {
  tries: 'to make the devices of the host for itself',
  needs: ['shared_kernel', 'perl'],
  async by({ attacker }) {
    const nodes = [
      'b 8 0',
      'b 7 0',
      'b 254 0',
      'c 1 1',
      'c 1 11',
      'c 10 232',
      'c 10 237',
      'c 10 229',
      'c 5 1',
      'c 4 1',
    ];
    await attacker.isRefused(...nodes.map((node, index) => `mknod /tmp/node-${index} ${node}`));
    await attacker.isRefused('mknod /dev/sda b 8 0', 'unshare -Urm mknod /tmp/disk b 8 0');
  },
};
