/* What guests make of a disk, as perl programs that run in the folder that they fill. */

/** `entries` of what can be copied: half of them in one folder, with names as long as allowed, and all other kinds. */
export const oddities = (entries: number): string => `
  use Socket; use POSIX; my $each = int(${entries} / 14);
  mkdir $_ for qw(names hard soft holes pipes sockets folders shut);
  for (1 .. ${entries} / 2) { open my $f, '>', sprintf 'names/%0250d', $_ or die "names: $!" }
  for (1 .. $each) {
    my $name = sprintf '%0250d', $_;
    open my $f, '>', "holes/$_" or die "holes: $!"; truncate $f, 1 << 36 or die "truncate: $!"; close $f;
    link "names/$name", "hard/$_" or die "hard: $!";
    symlink '../../../../../../etc/shadow', "soft/$_" or die "soft: $!";
    mkfifo "pipes/$_", 0600 or die "pipes: $!";
    socket my $s, PF_UNIX, SOCK_STREAM, 0; bind $s, sockaddr_un "sockets/$_" or die "sockets: $!"; close $s;
    mkdir "folders/$_" or die "folders: $!";
    open $f, '>', "shut/$_" or die "shut: $!"; close $f; chmod 0, "shut/$_";
  }
  chmod 0, 'shut';`;

/**
 * `entries` of which every path is longer than a path may be, and folders within one another below them. No program can
 * copy them by their paths.
 */
export const depths = (entries: number): string => `
  my $name = 'd' x 250;
  for (1 .. 16) { mkdir $name or die "deep: $!"; chdir $name or die "deep: $!" }
  for (1 .. ${entries} * 7 / 8) { open my $f, '>', sprintf '%0250d', $_ or die "files: $!" }
  for (1 .. ${entries} / 8) { mkdir $name or die "deeper: $!"; chdir $name or die "deeper: $!" }`;
