import { expect } from 'vitest';
import type { Attack } from '#test/hostile/machines/ground.ts';

export const attack: Attack = {
  tries: 'to send with the address of its neighbour',
  needs: ['shared_kernel', 'perl'],
  async by({ attacker, neighbour }) {
    const answers = await attacker.perl(`use Socket; 
      my $other = inet_aton("${neighbour.ip}"); my $gateway = inet_aton("${attacker.spec.vpc.gateway}");
      for my $from ($other, $gateway) {
        socket my $s, AF_INET, SOCK_DGRAM, 0; setsockopt $s, 0, 15, 1; $! = 0;
        print bind($s, sockaddr_in(0, $from)) ? (defined send($s, "x", 0, sockaddr_in(9, $other)) ? "sent" : why()) : why(), "\\n";
        socket my $t, AF_INET, SOCK_STREAM, 0; $! = 0; print setsockopt($t, 0, 19, 1) ? "transparent" : why(), "\\n";
      }`);
    expect(answers[1]).toBe('EPERM');
    expect(answers[3]).toBe('EPERM');
    expect([answers[0], answers[2]]).not.toContain('sent');
  },
};
