import { expect } from 'vitest';
import type { Attack } from '#test/hostile/machines/ground.ts';

export const attack: Attack = {
  tries: "to find the host's environment in the memory of its init or of a login",
  needs: ['shared_kernel', 'perl'],
  async by({ attacker, host }) {
    const search = `
      my $found = 0; my $read = 0;
      for my $pid (map { m{(\\d+)$} } glob "/proc/[0-9]*") {
        next if $pid == $$;
        open my $maps, "<", "/proc/$pid/maps" or next; open my $mem, "<", "/proc/$pid/mem" or next;
        while (<$maps>) {
          my ($from, $to) = /^([0-9a-f]+)-([0-9a-f]+) rw/ or next;
          my ($at, $size) = (hex $from, hex($to) - hex($from)); next if $size > 64e6;
          sysseek $mem, $at, 0; sysread $mem, my $bytes, $size; $read += length($bytes // "");
          $found++ if index($bytes // "", "SVC_HOSTILE_SE" . "CRET") >= 0 || index($bytes // "", "${host.key.slice(0, 6)}" . "${host.key.slice(6)}") >= 0;
        }
      }
      print "$found\\n", $read > 1e5 ? "read" : "nothing was read", "\\n";`;
    expect(await attacker.perl(search)).toEqual(['0', 'read']);
    expect(
      await attacker.out(`cat /proc/[0-9]*/environ | tr '\\0' '\\n' | grep -c "SVC_HOSTILE_SECRET\\|${host.secret}"`),
    ).toBe('0\n');
  },
};
