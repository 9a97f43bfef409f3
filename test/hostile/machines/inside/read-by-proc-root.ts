import { expect } from 'vitest';
import type { Attack } from '#test/hostile/machines/ground.ts';

export const attack: Attack = {
  tries: "to read the host's files by the root of a process",
  async by({ attacker, host }) {
    const read = await attacker.out(
      `cat /proc/[0-9]*/root${host.file} /proc/[0-9]*/task/*/root${host.file} 2>/dev/null`,
    );
    expect(read).toBe('');
    expect(await attacker.out('cat /proc/1/root/etc/hostname')).toBe(`${attacker.spec.name}\n`);
  },
};
