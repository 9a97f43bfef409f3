import { expect } from 'vitest';
import type { Attack } from '#test/hostile/machines/ground.ts';

export const attack: Attack = {
  tries: 'to write to the program of a login or a helper while it enters',
  needs: ['shared_kernel', 'perl'],
  async by({ attacker, words }) {
    const watch = `
      my $own = ${words.includes('packages') ? 1 : 0}; my %seen; my $until = time + 3;
      while (time < $until) {
        for my $exe (glob "/proc/[0-9]*/exe") {
          my $file = readlink $exe or next;
          # The machine's own programs, where it has a root of its own.
          if ($own and (stat $exe)[0] == (stat "/")[0]) { $seen{"$file is its own ESRCH"} = 1; next }
          if (open my $f, "+<", $exe) { $seen{"$file is open"} = 1 } else { $seen{"$file " . why()} = 1 }
        }
      }
      print "$_\\n" for sort keys %seen;`;
    const [seen] = await Promise.all([
      attacker.perl(watch),
      ...Array.from({ length: 8 }, (_, index) => attacker.run('true', { tty: index % 2 === 1 })),
    ]);
    expect(seen.length).toBeGreaterThan(2);
    expect(seen.filter((line) => !/ (EROFS|EACCES|EPERM|ETXTBSY|ENOENT|ESRCH)$/.test(line))).toEqual([]);
    expect(seen.filter((line) => line.includes('ETXTBSY'))).toEqual([]);
  },
};
