import { expect } from 'vitest';
import type { Attack } from '#test/hostile/machines/ground.ts';

export const attack: Attack = {
  tries: 'to leave other machines small pipes, by taking what the kernel gives one user in large ones',
  needs: ['shared_kernel', 'perl', 'own_ids'],
  async by({ attacker, stranger }) {
    const [setSize, getSize, usual] = [1031, 1032, 65_536];
    const size = `pipe my $r, my $w; print fcntl($w, ${getSize}, 0) + 0, "\\n";`;
    const hold = `my @held; while (pipe my $r, my $w) { fcntl $w, ${setSize}, 1 << 20; push @held, $r, $w; last if @held > 6000 } ${size} <STDIN>;`;
    const client = await attacker.ssh.start(attacker.login, [], [`perl -e '$| = 1; ${hold}'`]);
    const taken = await new Promise<string>((done) => client.stdout?.setEncoding('utf8').once('data', done));
    const left = await stranger.perl(size);
    client.stdin?.end('\n');
    await new Promise((done) => client.once('close', done));
    expect(Number(taken)).toBeLessThan(usual);
    expect(left).toEqual([`${usual}`]);
  },
};
