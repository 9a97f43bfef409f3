import { expect } from 'vitest';
import type { Attack } from '#test/hostile/machines/ground.ts';

export const attack: Attack = {
  tries: 'to be heard in another VPC by broadcast and multicast',
  needs: ['private_network', 'perl'],
  async by({ attacker, neighbour, stranger }) {
    const hear =
      'perl -MIO::Socket::INET -MIO::Select -e \'my $s = IO::Socket::INET->new(LocalPort => 5353, Proto => "udp") or die; setsockopt $s, 0, 35, pack("a4a4", inet_aton("224.0.0.251"), inet_aton("0.0.0.0")); $| = 1; print "listening\\n"; while (IO::Select->new($s)->can_read(2)) { $s->recv(my $l, 99); print "$l\\n" }\'';
    const listener = stranger.out(hear);
    const control = neighbour.out(hear);
    await attacker.perl(`use Socket; socket my $s, AF_INET, SOCK_DGRAM, 0; setsockopt $s, SOL_SOCKET, SO_BROADCAST, 1;
      for (1 .. 15) { for my $to ("255.255.255.255", "10.20.15.255", "224.0.0.251", "${stranger.ip}", "${neighbour.ip}") { send $s, "hello", 0, sockaddr_in(5353, inet_aton($to)) } select undef, undef, undef, 0.1 }`);
    expect(await listener).toBe('listening\n');
    expect(await control).toContain('hello');
  },
};
