import { setImmediate as turn } from 'node:timers/promises';
import { expect } from 'vitest';
import type { Attack } from '#test/hostile/machines/ground.ts';
import { PRELUDE } from '#test/hostile/machines/syscalls.ts';
import { guestsWith } from '#test/lib/runtime/support/processes.ts';

/** More than pass while a machine ends. */
const LOOKS = 100;

export const attack: Attack = {
  tries: 'to be thought ended, by closing the descriptor that its init is known by',
  needs: ['shared_kernel', 'perl'],
  async by({ boot, driver }) {
    const machine = await boot();
    const marker = `sleep ${1_000_000 + Math.floor(Math.random() * 1e6)}`;
    await machine.run(`nohup ${marker} >/dev/null 2>&1 &`);
    const rob = `my $init = sys("pidfd_open", 1, 0);
      for my $n (3 .. 20) { my $taken = sys("pidfd_getfd", $init, $n, 0); next if $taken < 0; open my $s, "+<&=", $taken or next; shutdown $s, 2 }`;
    // The login may end with it.
    await machine.run('perl -', { input: `${PRELUDE}${rob}` });
    // A machine that is reported as stopped runs no process.
    for (let look = 0; look < LOOKS; look += 1, await turn()) {
      const told = await driver.status(machine.id);
      const alive = guestsWith(marker).length;
      expect([told, alive]).toEqual(told === 'running' ? [told, expect.anything()] : ['stopped', 0]);
    }
    await driver.stop(machine.id, { grace_ms: 500, force: true });
    const left = guestsWith(marker);
    await driver.destroy(machine.id);
    expect(left).toEqual([]);
  },
};
