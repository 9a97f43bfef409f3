import { expect } from 'vitest';
import type { Attack } from '#test/hostile/machines/ground.ts';

export const attack: Attack = {
  tries: 'to make packets by itself',
  needs: ['shared_kernel', 'perl'],
  async by({ attacker }) {
    const kinds = ['2, 3, 1', '2, 3, 255', '17, 3, 768', '17, 2, 768', '16, 3, 9', '15, 3, 2', '44, 3, 0'];
    const answers = await attacker.perl(
      kinds.map((kind) => `{ $! = 0; print socket(my $s, ${kind}) ? "a socket" : why(), "\\n"; }`).join('\n'),
    );
    expect(
      answers
        .filter((_, index) => index !== 4)
        .filter((answer) => !/^(EPERM|EACCES|EAFNOSUPPORT|EPROTONOSUPPORT|ESOCKTNOSUPPORT|EINVAL)$/.test(answer)),
    ).toEqual([]);
    expect(answers.slice(0, 4)).toEqual(['EPERM', 'EPERM', 'EPERM', 'EPERM']);
  },
};
