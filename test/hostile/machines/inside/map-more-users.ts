import { expect } from 'vitest';
import type { Attack } from '#test/hostile/machines/ground.ts';

export const attack: Attack = {
  tries: 'to be users of the host that it was not given',
  needs: ['shared_kernel', 'perl', 'single_user'],
  async by({ attacker }) {
    expect((await attacker.out('cat /proc/self/uid_map')).trim().split('\n')).toHaveLength(1);
    const [first, second, third] = await attacker.perl(`
      my $mine = (getpwuid 0)[0]; pipe my $r, my $w; pipe my $r2, my $w2;
      my $child = fork; if (!$child) { sys("unshare", 0x10000000); syswrite $w, "x"; sysread $r2, my $b, 1; exit }
      sysread $r, my $b, 1;
      for my $map ("0 0 2", "0 1 1", "0 65534 1") { open my $f, ">", "/proc/$child/uid_map"; $! = 0; print defined syswrite($f, $map) ? "done" : why(), "\\n" }
      syswrite $w2, "x"; waitpid $child, 0;
    `);
    expect([first, second, third]).toEqual(['EPERM', 'EPERM', 'EPERM']);
    expect(await attacker.out(`chown 12345 /tmp 2>/dev/null && echo worked; stat -c %u ${'/usr'}`)).not.toMatch(
      /worked/,
    );
  },
};
