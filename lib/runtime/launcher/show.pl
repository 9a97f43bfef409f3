# Lays files of lxcfs, which show a process the memory and the age of its own machine, over those of a running machine's
# /proc. Settings: network_host and init (marks), from (the folder of lxcfs) and name (of each file). It starts no program
# in the machine. A file that cannot be read is left out; it prints the names of the others.
my @network_host = namespaces_of(setting('network_host'), qw(user mnt));
my ($mounts) = namespaces_of(setting('init'), 'mnt');
enter(@network_host);
my %files;
for my $name (all('name')) {
  my $path = setting('from') . "/$name";
  # A mount whose program has ended can be opened, and not be read.
  open(my $file, '<', $path) or next;
  sysread($file, my $text, 1) or next;
  my $tree = attempt('open_tree', AT_FDCWD, $path, OPEN_TREE_CLONE | OPEN_TREE_CLOEXEC);
  $files{$name} = $tree if $tree >= 0;
}
enter($mounts);
for my $name (sort keys %files) {
  print "$name\n" if attempt('move_mount', $files{$name}, '', AT_FDCWD, "/proc/$name", MOVE_MOUNT_F_EMPTY_PATH) == 0;
}
