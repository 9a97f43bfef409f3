import { existsSync } from 'node:fs';
import { expect } from 'vitest';
import type { Attack } from '#test/hostile/machines/ground.ts';

export const attack: Attack = {
  tries: 'to end processes of the host by their numbers',
  needs: ['shared_kernel', 'perl'],
  async by({ attacker, neighbour, stranger, agent }) {
    const inits = [agent.pid, process.pid, process.ppid];
    await attacker.perl(
      `kill 9, $_ for ${inits.join(', ')}; kill 9, grep { $_ != $$ } 300 .. 40000; print "tried\\n";`,
    );
    expect(inits.map((pid) => existsSync(`/proc/${pid}`))).toEqual([true, true, true]);
    await neighbour.isWell();
    await stranger.isWell();
    await attacker.isWell();
  },
};
