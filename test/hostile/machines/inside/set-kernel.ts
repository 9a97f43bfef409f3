import type { Attack } from '#test/hostile/machines/ground.ts';

export const attack: Attack = {
  tries: 'to set what the whole kernel obeys',
  needs: ['shared_kernel'],
  async by({ attacker }) {
    await attacker.isRefused(
      'echo b > /proc/sysrq-trigger',
      'echo "|/bin/true" > /proc/sys/kernel/core_pattern',
      'echo /tmp/x > /proc/sys/kernel/modprobe',
      'echo 1 > /proc/sys/vm/drop_caches',
      'echo 0 > /proc/sys/kernel/randomize_va_space',
      'echo 1 > /proc/sys/kernel/panic',
      'echo 0 > /proc/sys/vm/overcommit_memory',
      'echo 9 > /proc/sys/kernel/printk',
      'echo 0 > /proc/sys/fs/protected_symlinks',
      'echo 1 > /proc/sys/fs/suid_dumpable',
      'echo 10 > /proc/sys/fs/file-max',
      'echo 0 > /proc/sys/kernel/keys/maxkeys',
      'echo x > /proc/irq/default_smp_affinity',
    );
  },
};
