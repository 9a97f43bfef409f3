import { expect } from 'vitest';
import type { Attack } from '#test/hostile/machines/ground.ts';

export const attack: Attack = {
  tries: 'to take every asynchronous reader of the host',
  needs: ['shared_kernel', 'perl'],
  async by({ attacker, stranger }) {
    const hold = attacker.perl(
      `my $n = 0; for (1 .. 70000) { my $context = pack("Q", 0); last if sys("io_setup", 128, $context) == -1; $n++ } print "$n\\n"; sleep 2;`,
    );
    let held = true;
    const ended = () => {
      held = false;
    };
    void hold.then(ended, ended);
    const answers: string[] = [];
    while (held)
      answers.push(...(await stranger.perl('my $context = pack("Q", 0); print told("io_setup", 4, $context), "\\n";')));
    await hold;
    // Where no machine has such contexts, none takes another's.
    expect([...new Set(answers)]).toEqual([answers[0] === 'ENOSYS' ? 'ENOSYS' : 'done']);
  },
};
