import { networkInterfaces } from 'node:os';
import { expect } from 'vitest';
import type { Attack } from '#test/hostile/machines/ground.ts';

export const attack: Attack = {
  tries: "to reach services of the host's own addresses",
  needs: ['private_network', 'perl'],
  async by({ attacker, host }) {
    const own = Object.values(networkInterfaces())
      .flatMap((entries) => entries ?? [])
      .map(({ address }) => address);
    const places = [
      '127.0.0.1',
      '127.0.0.2',
      '127.66.1.1',
      '0.0.0.0',
      'localhost',
      attacker.spec.vpc.gateway,
      '169.254.169.254',
      ...own,
    ];
    const ask = (place: string) =>
      `perl -MIO::Socket::INET -e 'my $s = IO::Socket::INET->new(PeerAddr => "${place}", PeerPort => ${host.port}, Timeout => 1) or exit; print $s "GET / HTTP/1.0\\r\\n\\r\\n"; print <$s>'`;
    const said = await attacker.out(
      places
        .map((place) => `${ask(place)} &`)
        .join('\n')
        .concat('\nwait'),
    );
    expect(said).toBe('');
    const control = await fetch(`http://127.0.0.1:${host.port}/`);
    expect(await control.text()).toBe('the host');
  },
};
