import { expect } from 'vitest';
import type { Attack } from '#test/hostile/machines/ground.ts';

export const attack: Attack = {
  tries: "to read the host's files by the folder that a process is in",
  async by({ attacker, host }) {
    const up = '../'.repeat(20);
    const read = await attacker.out(
      `cat /proc/[0-9]*/cwd/${up}${host.file.slice(1)} 2>/dev/null; readlink /proc/1/cwd`,
    );
    expect(read).toBe('/\n');
  },
};
