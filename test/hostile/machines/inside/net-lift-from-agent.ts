import { expect } from 'vitest';
import type { Attack } from '#test/hostile/machines/ground.ts';

export const attack: Attack = {
  tries: 'to have the load balancer or the gateway speak for it',
  needs: ['private_network', 'perl'],
  async by({ attacker }) {
    const balancer = attacker.spec.vpc.gateway.replace(/\.1$/, '.2');
    const scan =
      await attacker.perl(`use Socket; for my $to ("${balancer}", "10.20.15.255", "10.20.0.0") { for my $port (22, 53, 67, 80, 443, 3000, 3128, 8080) {
      socket my $s, AF_INET, SOCK_STREAM | 2048, 0; connect $s, sockaddr_in($port, inet_aton $to); my $w = ""; vec($w, fileno($s), 1) = 1;
      next unless select undef, $w, undef, 0.02; print "$to:$port\\n" if unpack("i", getsockopt $s, SOL_SOCKET, SO_ERROR) == 0 && getpeername $s } }`);
    expect(scan).toEqual([]);
  },
};
