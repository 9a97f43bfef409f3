import { expect } from 'vitest';
import type { Attack } from '#test/hostile/machines/ground.ts';

export const attack: Attack = {
  tries: 'to read what the kernel keeps to itself',
  needs: ['shared_kernel', 'perl'],
  async by({ attacker }) {
    await attacker.isRefused(
      'head -c 1 /proc/kcore',
      'head -c 1 /proc/kmsg',
      'head -c 8 /proc/kpageflags',
      'head -c 8 /proc/kpagecount',
      'head -c 1 /dev/mem',
      'ls /sys/kernel/debug/x11',
      'cat /sys/kernel/tracing/trace',
    );
    const addresses = await attacker.out('cut -c1-16 /proc/kallsyms 2>/dev/null | sort -u | head -3');
    expect(addresses).toMatch(/^(0{16}\n)?$/);
    const stacks = await attacker.out(
      'cat /proc/1/stack /proc/self/pagemap 2>/dev/null | head -c 4096 | tr -d "\\0" | wc -c',
    );
    expect(Number(stacks)).toBeLessThan(4096);
  },
};
