# Attaches a folder of the host (setting source) to a running machine, at a place in it. Does nothing when it is
# there. It enters the mounts of the VPC's network host process, which show the host's files, and then the machine's
# mounts. It starts no program there. A machine with ids of its own gets a mount that the agent lends on descriptor 3
# (setting lent), and this process is root of the machine before it makes the place. Ends with the error number of the
# kernel, and with 20 when the machine has something else at that place.
sub refuse { my $code = $! + 0; print STDERR "$_[0]: $!\n"; exit($code || 1) }

my ($place, $source) = (setting('place'), setting('source'));
exit 0 if grep { $_ eq $place } places_of($init);
my $folder;
if (all('lent')) {
  my ($users) = namespaces_of(setting('init'), 'user');
  (undef, $folder) = borrow(3);
  enter(@network_host, $mounts, $users);
  take_root();
} else {
  enter(@network_host);
  $folder = attempt('open_tree', AT_FDCWD, $source, OPEN_TREE_CLONE | OPEN_TREE_CLOEXEC);
  refuse('open_tree') if $folder < 0;
  enter($mounts);
}
mkdir $place, 0755;
unless (lstat($place) && -d _) { print STDERR "$place is not a folder in the machine\n"; exit 20 }
attempt('move_mount', $folder, '', AT_FDCWD, $place, MOVE_MOUNT_F_EMPTY_PATH) == 0 or refuse('move_mount');
