import { expect } from 'vitest';
import type { Attack } from '#test/hostile/machines/ground.ts';

export const attack: Attack = {
  tries: 'to reach another tenant or the host by sockets of virtual machines',
  needs: ['shared_kernel', 'perl'],
  async by({ attacker, stranger }) {
    // AF_VSOCK has no namespaces in most kernels: 1 is this kernel's own loop, 2 the host of a virtual machine.
    const listen = `socket(my $s, 40, 1, 0) or do { print why(), "\\n"; exit }; bind($s, pack("SSLLx4", 40, 0, 7007, 0xffffffff)) or do { print why(), "\\n"; exit }; listen $s, 1; print "listening\\n"; my $r = ""; vec($r, fileno($s), 1) = 1; print select($r, undef, undef, 3) ? "reached" : "nothing", "\\n";`;
    const listener = stranger.perl(listen);
    const ask = `for (1 .. 20) { for my $to (1, 2, 3) { socket(my $s, 40, 1 | 2048, 0) or next; connect $s, pack("SSLLx4", 40, 0, 7007, $to); my $w = ""; vec($w, fileno($s), 1) = 1; select undef, $w, undef, 0.05; } } print "asked\\n";`;
    expect(await attacker.perl(ask)).toEqual(['asked']);
    expect(await listener).not.toContain('reached');
  },
};
