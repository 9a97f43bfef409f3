import { expect } from 'vitest';
import type { Attack } from '#test/hostile/machines/ground.ts';

export const attack: Attack = {
  tries: 'to take every terminal of the host',
  needs: ['perl'],
  async by({ attacker, stranger }) {
    const hold =
      'my @held; while (open my $t, "+<", "/dev/ptmx") { push @held, $t; last if @held > 5000 } print scalar(@held), "\\n"; <STDIN>;';
    const client = await attacker.ssh.start(attacker.login, [], [`perl -e '$| = 1; ${hold}'`]);
    const taken = await new Promise<string>((done) => client.stdout?.setEncoding('utf8').once('data', done));
    const login = await stranger.run('tty', { tty: true });
    client.stdin?.end('\n');
    await new Promise((done) => client.once('close', done));
    expect(Number(taken)).toBeGreaterThan(0);
    expect(login.stdout).toMatch(/^\/dev\/pts\/\d+/);
  },
};
