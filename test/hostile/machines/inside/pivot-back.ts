import { expect } from 'vitest';
import type { Attack } from '#test/hostile/machines/ground.ts';

export const attack: Attack = {
  tries: 'to exchange its root for another',
  needs: ['shared_kernel', 'perl'],
  async by({ attacker, host }) {
    const tried = await attacker.perl(`
      mkdir "/mnt/new"; sys("unshare", 0x20000);
      sys("mount", "none", "/mnt/new", "tmpfs", 0, 0); mkdir "/mnt/new/old";
      my $answer = told("pivot_root", "/mnt/new", "/mnt/new/old");
      print $answer eq "done" ? join(" ", map { -e "$_${host.file}" ? $_ : () } "/old", "/old/.old", "/old/..") : "", "\\n";
      print told("umount2", "/old", 2), "\\n" if $answer eq "done";
    `);
    expect(tried[0]).toBe('');
    await attacker.isWell();
  },
};
