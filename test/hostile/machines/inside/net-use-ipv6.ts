import { expect } from 'vitest';
import type { Attack } from '#test/hostile/machines/ground.ts';

export const attack: Attack = {
  tries: 'to go by IPv6 where only IPv4 has rules',
  needs: ['shared_kernel', 'perl'],
  async by({ attacker, stranger }) {
    expect(await attacker.out('cat /proc/net/if_inet6 2>/dev/null; ip -6 route 2>/dev/null')).toBe('');
    await attacker.run(
      'for c in all default eth0 lo; do echo 0 > /proc/sys/net/ipv6/conf/$c/disable_ipv6; done 2>/dev/null',
    );
    expect(await attacker.out('cat /proc/net/if_inet6 2>/dev/null')).toBe('');
    const hop = await attacker.perl(`use Socket qw(:all);
      socket(my $s, AF_INET6, SOCK_DGRAM, 0) or do { print "none\\n"; exit };
      for my $to ("ff02::1", "fe80::1", "::1", "::ffff:${stranger.ip}") { $! = 0; print defined send($s, "x", 0, pack_sockaddr_in6(9, inet_pton(AF_INET6, $to), 2)) ? "sent" : why(), "\\n" }`);
    expect(hop.slice(0, 3).filter((answer) => answer === 'sent')).toEqual([]);
  },
};
