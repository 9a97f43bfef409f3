import { expect } from 'vitest';
import type { Attack } from '#test/hostile/machines/ground.ts';

const flood = `use IO::Socket::INET;
my @held;
for my $place ('169.254.169.253:53', '169.254.169.254:80') {
  for (1 .. 300) { push @held, IO::Socket::INET->new(PeerAddr => $place, Timeout => 1) || last }
}
my $names = IO::Socket::INET->new(Proto => 'udp', PeerAddr => '169.254.169.253:53');
$names->send('x' x (12 + $_ % 500)) for 1 .. 50_000;
print "done\\n";
sleep 2;`;

export const attack: Attack = {
  tries: 'to keep the resolver and the metadata service from its neighbour by floods and held connections',
  needs: ['dns', 'metadata', 'perl'],
  async by({ attacker, neighbour }) {
    const flooding = attacker.perl(flood);
    const put = "curl -s --max-time 5 -X PUT -H 'X-Metadata-Token-TTL-Seconds: 60' http://169.254.169.254/v1/token";
    for (let i = 0; i < 5; i++) {
      expect(await neighbour.out(`getent ahostsv4 ${neighbour.spec.name}.internal`)).toContain(neighbour.ip);
      expect(await neighbour.out(put)).toMatch(/^\d{13}\./);
    }
    expect(await flooding).toEqual(['done']);
  },
};
