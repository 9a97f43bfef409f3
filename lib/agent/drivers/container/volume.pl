# Puts a folder of the host into a running machine, or takes it out. It is in the world's user and mount namespaces and
# enters the machine's mounts by itself: to start a program there would be to run the machine's own, with the world's rights.
# Arguments: setns umount2 (numbers of system calls) pid place, and for "attach" the folder; for "detach" the flags.
# Ends with the number of the error that the kernel gave.
my ($verb, $setns, $umount2, $pid, $place, $what) = @ARGV;
my ($here, $empty, $tree) = (-100, '');
sub fail { my $code = $! + 0; print STDERR "$_[0]: $!\n"; exit($code || 1) }
open(my $mounts, '<', "/proc/$pid/ns/mnt") or fail('the machine is gone');
if ($verb eq 'attach') {
  # open_tree(OPEN_TREE_CLONE | OPEN_TREE_CLOEXEC), move_mount(MOVE_MOUNT_F_EMPTY_PATH): the same numbers everywhere.
  $tree = syscall(428, $here, $what, 1 | 02000000);
  fail('open_tree') if $tree < 0;
}
syscall($setns + 0, fileno($mounts), 0x00020000) == 0 or fail('setns');
if ($verb eq 'attach') {
  mkdir $place, 0755;
  unless (lstat($place) && -d _) { print STDERR "$place is not a folder in the machine\n"; exit 20 }
  syscall(429, $tree, $empty, $here, $place, 4) == 0 or fail('move_mount');
} else {
  # UMOUNT_NOFOLLOW, whatever else.
  syscall($umount2 + 0, $place, $what | 8) == 0 or fail('umount');
  rmdir $place;
}
