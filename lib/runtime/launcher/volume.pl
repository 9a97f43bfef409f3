# Attaches a folder of the host to a running machine, or detaches it. It enters the mounts of the VPC's network host
# process, which show the host's files, and then the machine's mounts. It starts no program there. Settings:
# network_host and init (marks), place (in the machine), and source (to attach) or flags (to detach, for umount2). Ends
# with the error number of the kernel, and with 20 when the machine has something else at that place.
sub AT_FDCWD () { -100 } sub OPEN_TREE_CLONE () { 1 } sub OPEN_TREE_CLOEXEC () { 02000000 }
sub MOVE_MOUNT_F_EMPTY_PATH () { 4 } sub UMOUNT_NOFOLLOW () { 8 }
sub refuse { my $code = $! + 0; print STDERR "$_[0]: $!\n"; exit($code || 1) }

my @network_host = namespaces_of(setting('network_host'), qw(user mnt));
my ($mounts) = namespaces_of(setting('init'), 'mnt');
my ($place, $source) = (setting('place'), all('source'));
enter(@network_host);
my $folder;
if (defined $source) {
  $folder = attempt('open_tree', AT_FDCWD, $source, OPEN_TREE_CLONE | OPEN_TREE_CLOEXEC);
  refuse('open_tree') if $folder < 0;
}
enter($mounts);
if (defined $folder) {
  mkdir $place, 0755;
  unless (lstat($place) && -d _) { print STDERR "$place is not a folder in the machine\n"; exit 20 }
  attempt('move_mount', $folder, '', AT_FDCWD, $place, MOVE_MOUNT_F_EMPTY_PATH) == 0 or refuse('move_mount');
} else {
  attempt('umount2', $place, setting('flags') | UMOUNT_NOFOLLOW) == 0 or refuse('umount');
  rmdir $place;
}
