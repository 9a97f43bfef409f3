import { expect } from 'vitest';
import type { Attack } from '#test/hostile/machines/ground.ts';

export const attack: Attack = {
  tries: 'to find another service at the gateway than the way out',
  needs: ['egress', 'perl'],
  async by({ attacker }) {
    const open = await attacker.perl(`use Socket;
      my $to = inet_aton("${attacker.spec.vpc.gateway}");
      for my $port (1 .. 65535) { socket my $s, AF_INET, SOCK_STREAM, 0; print "$port\\n" if connect $s, sockaddr_in($port, $to) }`);
    expect(open).toEqual(attacker.spec && ['3128']);
  },
};
