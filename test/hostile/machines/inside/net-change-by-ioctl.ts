import { expect } from 'vitest';
import type { Attack } from '#test/hostile/machines/ground.ts';

export const attack: Attack = {
  tries: 'to change its addresses by the old calls',
  needs: ['shared_kernel', 'perl'],
  async by({ attacker, neighbour }) {
    const request = (name: string, rest: string) =>
      `{ socket(my $s, 2, 2, 0) or die; my $r = pack("a16", "${name}") . ${rest}; $! = 0; print defined ioctl($s, $c, $r) ? "done" : why(), "\\n"; }`;
    const address = `pack("Sna4x8", 2, 0, pack("C4", ${neighbour.ip.split('.').join(', ')}))`;
    const hardware = 'pack("Sa14", 1, pack("H12", "02530a140001"))';
    const calls: [number, string][] = [
      [0x8916, address],
      [0x891c, address],
      [0x8924, hardware],
      [0x8914, 'pack("s", 0) . "\\0" x 14'],
      [0x8922, 'pack("i", 60000) . "\\0" x 12'],
      [0x8923, '"eth9" . "\\0" x 12'],
    ];
    const answers = await attacker.perl(
      calls.map(([code, rest]) => `{ my $c = ${code}; ${request('eth0', rest)} }`).join('\n'),
    );
    expect(answers).toEqual(calls.map(() => 'EPERM'));
  },
};
