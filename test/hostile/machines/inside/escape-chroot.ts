import { expect } from 'vitest';
import type { Attack } from '#test/hostile/machines/ground.ts';

export const attack: Attack = {
  tries: 'to leave by a root of its own, with a folder kept open outside of it',
  needs: ['shared_kernel', 'perl'],
  async by({ attacker, host }) {
    const seen = await attacker.perl(`
      mkdir "/tmp/jail"; opendir my $out, "/" or die $!;
      chroot "/tmp/jail" or die "chroot: $!";
      chdir $out or die $!; chdir ".." for 1 .. 100; chroot "." or die $!;
      print -e "${host.file}" ? "the host" : "the machine", "\\n";
      print -e "/.old" || !-e "/run/init" ? "elsewhere" : "at home", "\\n";
    `);
    expect(seen).toEqual(['the machine', 'at home']);
  },
};
