import type { Attack } from '#test/hostile/machines/ground.ts';

export const attack: Attack = {
  tries: 'to load or unload code of the kernel',
  needs: ['shared_kernel', 'perl'],
  async by({ attacker }) {
    await attacker.isTold(
      ['"finit_module", 0, "", 0', '"delete_module", "veth", 0', '"kexec_load", 0, 0, 0, 0'],
      'EPERM',
      'ENOSYS',
    );
    await attacker.isRefused(
      'ip link add dummy0 type dummy',
      'ip link add v0 type veth peer name v1',
      'ip link add wg0 type wireguard',
    );
  },
};
