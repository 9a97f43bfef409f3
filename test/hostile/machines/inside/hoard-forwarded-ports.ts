import { expect } from 'vitest';
import type { Attack } from '#test/hostile/machines/ground.ts';
import { withClient } from '#test/hostile/machines/raw-ssh.ts';

export const attack: Attack = {
  tries: 'to have the runtime hold ports without end for one connection, or after it',
  needs: ['remote_forwarding', 'perl'],
  async by({ attacker, neighbour }) {
    const inside = 'perl -ane \'print "$F[1]\\n" if $F[3] eq "0A" and $F[1] =~ /^0100007F/\' /proc/net/tcp | wc -l';
    const before = Number(await attacker.out(inside));
    const granted = await withClient(attacker, async (client) => {
      const ask = () => new Promise<boolean>((done) => client.forwardIn('127.0.0.1', 0, (error) => done(!error)));
      const answers = await Promise.all(Array.from({ length: 40 }, ask));
      expect(await neighbour.out('echo served')).toBe('served\n');
      return answers.filter(Boolean).length;
    });
    expect(granted).toBe(16);
    await expect.poll(async () => Number(await attacker.out(inside))).toBe(before);
  },
};
