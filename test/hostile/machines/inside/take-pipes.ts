import { expect } from 'vitest';
import type { Attack } from '#test/hostile/machines/ground.ts';

export const attack: Attack = {
  tries: 'to take the memory that the user of all machines may have in pipes',
  needs: ['shared_kernel', 'perl'],
  async by({ attacker, stranger }) {
    const hold =
      'my @held; while (pipe my $r, my $w) { fcntl $w, 1031, 1 << 20; push @held, $r, $w; last if @held > 6000 } print scalar(@held), "\\n"; <STDIN>;';
    const client = await attacker.ssh.start(attacker.login, [], [`perl -e '$| = 1; ${hold}'`]);
    await new Promise<string>((done) => client.stdout?.setEncoding('utf8').once('data', done));
    const whole = await stranger.out('head -c 3000000 /dev/zero | cat | wc -c');
    const echoed = await stranger.run('cat', { input: 'x'.repeat(500_000) });
    client.stdin?.end('\n');
    await new Promise((done) => client.once('close', done));
    expect([whole, echoed.stdout.length]).toEqual(['3000000\n', 500_000]);
  },
};
