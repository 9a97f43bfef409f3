import type { Attack } from '#test/hostile/machines/ground.ts';

export const attack: Attack = {
  tries: 'to mount a proc or sysfs that hides nothing',
  needs: ['shared_kernel', 'perl'],
  async by({ attacker }) {
    const kinds = ['proc', 'sysfs', 'mqueue', 'devpts'].slice(0, 2);
    await attacker.isRefused(
      ...kinds.flatMap((kind) => [`mount -t ${kind} ${kind} /mnt`, `unshare -Urm mount -t ${kind} ${kind} /mnt`]),
      'unshare -Urn mount -t sysfs sysfs /mnt && echo x > /mnt/kernel/uevent_helper',
    );
  },
};
