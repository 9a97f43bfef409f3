import { expect } from 'vitest';
import type { Attack } from '#test/hostile/machines/ground.ts';

export const attack: Attack = {
  tries: 'to take every process that the user of all machines may have',
  needs: ['process_limit', 'perl'],
  async by({ attacker, neighbour, stranger }) {
    const bomb =
      'while (defined($p = fork)) { $p or sleep 60, exit; push @p, $p } print scalar(@p), "\\n"; $| = 1; print ""; <STDIN>; kill KILL => @p';
    const client = await attacker.ssh.start(attacker.login, [], [`perl -e '$| = 1; ${bomb}'`]);
    const started = Number(await new Promise<string>((done) => client.stdout?.setEncoding('utf8').once('data', done)));
    for (const machine of [neighbour, stranger]) await machine.isWell();
    client.stdin?.end('\n');
    await new Promise((done) => client.once('close', done));
    expect(started).toBeGreaterThan(100);
    expect(started).toBeLessThan(2048);
    await attacker.isWell();
  },
};
