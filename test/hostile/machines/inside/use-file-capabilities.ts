import { expect } from 'vitest';
import type { Attack } from '#test/hostile/machines/ground.ts';

export const attack: Attack = {
  tries: 'to gain rights by capabilities written to a file',
  needs: ['shared_kernel', 'perl'],
  async by({ attacker }) {
    const [told, ran] = await attacker.perl(`
      system "cp /usr/bin/hostname /root/capable 2>/dev/null || cp /bin/hostname /root/capable";
      my $caps = pack("LLLLL", 0x02000001, 0xffffffff, 0xffffffff, 0x1ff, 0x1ff);
      my $number = ${process.arch === 'x64' ? 188 : 5}; $! = 0;
      my ($file, $name) = ("/root/capable", "security.capability");
      print syscall($number, $file, $name, $caps, length $caps, 0) < 0 ? why() : "done", "\\n";
      print system("/root/capable other 2>/dev/null") == 0 ? "worked" : "refused", "\\n";
    `);
    expect(told).toMatch(/^(done|EPERM)$/);
    expect(ran).toBe('refused');
    await attacker.isWell();
  },
};
