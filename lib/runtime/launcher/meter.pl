# Tells what the processes of machines use, whose inits are given by pid (setting init): a line for each process, at
# most MOST of a machine: the init's pid, its own, its start, ticks of its own and of children that were waited for,
# page faults of such children, KiB of memory, and bytes read from disks and written to them.
sub MOST () { 4096 } sub PAGE_KIB () { 4 }

my %found = census(all('init'));
my %told;
for my $pid (keys %found) {
  my $init = $found{$pid};
  next if $told{$init}++ >= MOST;
  my @stat = stat_of($pid) or next;
  my ($faults, $user, $system, $reaped_user, $reaped_system, $start, $pages) = @stat[8, 11 .. 14, 19, 21];
  my $io = text_of("/proc/$pid/io");
  my ($read) = $io =~ /^read_bytes: (\d+)/m;
  my ($written) = $io =~ /^write_bytes: (\d+)/m;
  my ($share) = text_of("/proc/$pid/smaps_rollup") =~ /^Pss: +(\d+) kB/m;
  my $memory = defined $share ? $share : $pages * PAGE_KIB;
  print join(' ', $init, $pid, $start, $user + $system, $reaped_user + $reaped_system, $faults, $memory, $read || 0,
    $written || 0), "\n";
}
