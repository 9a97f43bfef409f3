import { expect } from 'vitest';
import type { Attack } from '#test/hostile/machines/ground.ts';

export const attack: Attack = {
  tries: 'to speak by families of sockets that the kernel does not keep apart',
  needs: ['shared_kernel', 'perl'],
  async by({ attacker }) {
    // AX25, X25, RDS, LLC, TIPC, Bluetooth, IUCV, Phonet, NFC, Qualcomm's router, shared memory, XDP.
    const families = [3, 9, 21, 26, 30, 31, 32, 35, 39, 42, 43, 44];
    const kinds = families.flatMap((family) => [1, 2, 3, 5].map((kind) => `${family}, ${kind}, 0`));
    const answers = await attacker.perl(
      kinds
        .map((kind) => `{ $! = 0; print socket(my $s, ${kind}) ? "a socket of ${kind}" : why(), "\\n"; }`)
        .join('\n'),
    );
    const made = answers.filter((answer) => answer.startsWith('a socket') && !/of (30|43),/.test(answer));
    expect(answers).toHaveLength(kinds.length);
    expect(made).toEqual([]);
  },
};
