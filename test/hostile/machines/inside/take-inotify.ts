import { expect } from 'vitest';
import type { Attack } from '#test/hostile/machines/ground.ts';

export const attack: Attack = {
  tries: 'to take every watcher of files that the user of all machines may have',
  needs: ['shared_kernel', 'perl'],
  async by({ attacker, stranger }) {
    const hold = `my $n = 0; while (sys("inotify_init1", 0) >= 0) { $n++; last if $n > 100000 } print "$n\\n"; sleep 4;`;
    const holding = attacker.perl(`${hold}`);
    await expect.poll(async () => stranger.out('true')).toBe('');
    let held = true;
    const ended = () => {
      held = false;
    };
    void holding.then(ended, ended);
    const answers: string[] = [];
    while (held) answers.push(...(await stranger.perl('print sys("inotify_init1", 0) < 0 ? why() : "one", "\\n";')));
    const [taken] = await holding;
    expect(Number(taken)).toBeGreaterThan(8);
    expect([...new Set(answers)]).toEqual(['one']);
  },
};
