import { expect } from 'vitest';
import type { Attack } from '#test/hostile/machines/ground.ts';

export const attack: Attack = {
  tries: 'to take every key that the user of all machines may have',
  needs: ['shared_kernel', 'perl'],
  async by({ attacker, stranger }) {
    // A kernel that says it has no keys at all gives no key away.
    const add = (count: number) => `my $n = 0;
      for (1 .. ${count}) { my $name = "k$_-$$"; last if sys("add_key", "user", $name, "x", 1, -2) == -1; $n++ }
      print $n || why() ne "ENOSYS" ? $n : "no keys", "\\n";`;
    const holding = attacker.perl(`${add(2000)} sleep 2;`);
    let held = true;
    const ended = () => {
      held = false;
    };
    void holding.then(ended, ended);
    const others: (string | undefined)[] = [];
    while (held) others.push((await stranger.perl(add(1)))[0]);
    await holding;
    expect([...new Set(others)]).toEqual([others[0] === 'no keys' ? 'no keys' : '1']);
  },
};
