import { expect } from 'vitest';
import type { Attack } from '#test/hostile/machines/ground.ts';

const USERS = ['one', 'two', 'three'];

export const attack: Attack = {
  tries: 'to start more processes than a machine may have by three of its users at once',
  needs: ['process_limit', 'users', 'perl'],
  async by({ boot, neighbour, driver }) {
    const machine = await boot();
    await machine.out(USERS.map((user) => `useradd ${user}`).join(';'));
    const bomb = `while (defined(my $child = fork)) { if (!$child) { sleep 600; exit } }`;
    const all = USERS.map((user) => `runuser -u ${user} -- perl -e '${bomb}' >/dev/null 2>&1 &`).join(' ');
    // The shell itself counts, since it may start no program.
    expect(await machine.out(`${all} wait; set -- /proc/[0-9]*; echo $#`)).toMatch(/^(1[5-9]\d\d|20[0-4]\d)\n$/);
    // Others are not counted with them.
    expect(await neighbour.out('echo $(true; echo well)')).toBe('well\n');
    await driver.destroy(machine.id);
  },
};
