import { expect } from 'vitest';
import type { Attack } from '#test/hostile/machines/ground.ts';

export const attack: Attack = {
  tries: 'to write to devices and drivers by sysfs',
  needs: ['shared_kernel'],
  async by({ attacker }) {
    const open = `find /sys /proc/sys/dev /proc/bus /proc/acpi /proc/scsi /proc/fs /proc/irq -type f -perm /222 2>/dev/null | while read -r f; do { : > "$f"; } 2>/dev/null && echo "$f"; done`;
    expect(await attacker.out(open)).toBe('');
    await attacker.isRefused('echo mem > /sys/power/state', 'echo 1 > /sys/kernel/profiling');
  },
};
