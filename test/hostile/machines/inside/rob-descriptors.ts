import { expect } from 'vitest';
import type { Attack } from '#test/hostile/machines/ground.ts';

export const attack: Attack = {
  tries: 'to take descriptors of processes that enter the machine',
  needs: ['shared_kernel', 'perl'],
  async by({ attacker }) {
    const watch = `
      my %seen; my $until = time + 3;
      open my $mounts, "<", "/proc/self/mountinfo"; my %own = map { (split)[0] => 1 } <$mounts>;
      sub of_the_machine {
        open my $info, "<", "/proc/self/fdinfo/" . shift or return 0;
        my ($mount) = map { /^mnt_id:\\s*(\\d+)/ } <$info>; return $own{$mount};
      }
      while (time < $until) {
        for my $pid (grep { $_ != $$ } map { m{(\\d+)$} } glob "/proc/[0-9]*") {
          my $pidfd = sys("pidfd_open", 0 + $pid, 0); next if $pidfd < 0;
          for my $n (0 .. 40) {
            my $taken = sys("pidfd_getfd", $pidfd, $n, 0); next if $taken < 0;
            my $to = readlink "/proc/self/fd/$taken"; $to =~ s/\\d+/N/g;
            my $own = of_the_machine($taken);
            # The machine's own terminal is deleted as its connection ends, before its last program has closed it.
            $to =~ s{^(/dev/pts/N) \\(deleted\\)$}{$1} if $own;
            # A program that starts has its libraries open for a moment: those of the machine are nothing to rob.
            $seen{$to} = 1 unless $own && -f "/proc/self/fd/$taken";
            $seen{"a folder: $to"} = 1 if -d "/proc/self/fd/$taken/";
            open my $close, "<&=", $taken; close $close;
          }
          open my $close, "<&=", $pidfd; close $close;
        }
      }
      print "$_\\n" for sort keys %seen;`;
    const logins = Array.from({ length: 6 }, (_, index) => attacker.run('sleep 0.3', { tty: index % 2 === 1 }));
    const [seen] = await Promise.all([attacker.perl(watch), ...logins]);
    expect(
      seen.filter(
        (to) =>
          !/^(\/dev\/(null|ptmx|tty|pts\/(N|ptmx))|\/run\/init|(socket|pipe):\[N\]|anon_inode:.*|\/proc\/.*)$/.test(to),
      ),
    ).toEqual([]);
    expect(seen.length).toBeGreaterThan(0);
  },
};
