import { expect } from 'vitest';
import type { Attack } from '#test/hostile/machines/ground.ts';

export const attack: Attack = {
  tries: 'to erase the rules of its firewall',
  needs: ['east_west_firewall', 'perl', 'shared_kernel'],
  async by({ attacker, neighbour }) {
    // nf_tables: a batch that deletes "table ip svc", then one that flushes the whole set of rules.
    const answers = await attacker.perl(`
      for my $attribute (pack("SSa4", 8, 1, "svc\\0"), "") {
        socket(my $s, 16, 3, 12) or do { print why(), "\\n"; next };
        my $batch = sub { pack("LSSLL", 20, $_[0], 1, 0, 0) . pack("CCn", 0, 0, 10) };
        my $body = pack("CCn", 2, 0, 0) . $attribute;
        my $erase = pack("LSSLL", 16 + length $body, 0x0a02, 5, 1, 0) . $body;
        send $s, $batch->(16) . $erase . $batch->(17), 0, pack("SSLL", 16, 0, 0, 0) or do { print why(), "\\n"; next };
        my $ready = ""; vec($ready, fileno($s), 1) = 1; select($ready, undef, undef, 2) or do { print "no answer\\n"; next };
        recv $s, my $reply, 4096, 0; my (undef, $kind, undef, undef, undef, $error) = unpack "LSSLLl", $reply;
        print "$kind $error\\n";
      }`);
    expect(answers).toEqual(['2 -1', '2 -1']);
    const { neighbour: other } = { neighbour };
    expect(await other.out(`timeout 1 bash -c 'exec 3<>/dev/tcp/${attacker.ip}/22; head -c 3 <&3'`)).toBe('SSH');
  },
};
