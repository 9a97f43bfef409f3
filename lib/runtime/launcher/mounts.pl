# Lends mounts of a machine's folders in which its files belong to ids that no other machine has. Only the host's root may
# make them, so the agent starts this, with what its own record says: uid and gid of the runtime, the ids of files on
# disks (first and first_gid, see range.pl), the machine's first id on the host (own) and as the runtime's namespace has
# it (inner), the state folder, and the folders within it. Folders are opened as the runtime's user, and no link is
# followed. On descriptor 3, a socket, each mount goes to the process that asks by a byte. With the setting trial nothing
# is handed over.
sub SOL_SOCKET () { 1 } sub SCM_RIGHTS () { 1 } sub O_PATH () { 010000000 } sub O_CLOEXEC () { 02000000 }
sub RESOLVE_NO_SYMLINKS () { 4 } sub RESOLVE_BENEATH () { 8 } sub MOUNT_ATTR_NODEV () { 4 }
sub MOUNT_ATTR_IDMAP () { 0x100000 }

my ($uid, $gid, $own) = map { setting($_) } qw(uid gid own);
chdir setting('state') or fail('the state folder');
my @folders = opened(all('folder'));
my $users = users();
my @mounts = map { mapped($_) } @folders;
hand_over(@mounts) unless all('trial');

sub opened {
  my $how = pack('Q3', O_PATH | O_CLOEXEC, 0, RESOLVE_NO_SYMLINKS | RESOLVE_BENEATH);
  $) = "$gid $gid";
  $> = $uid;
  # The dot refuses what is no folder.
  my @opened = map { call('openat2', AT_FDCWD, "$_/.", $how, length $how) } @_;
  $> = 0;
  return @opened;
}

# A user namespace that stands for the map from the ids of files to the machine's. Nothing runs in it.
sub users {
  pipe(my $made, my $told) or fail('pipe');
  pipe(my $wait, my $go) or fail('pipe');
  defined(my $child = fork) or fail('fork');
  if (!$child) {
    close $go;
    call('unshare', CLONE_NEWUSER);
    syswrite $told, 'm';
    sysread $wait, my $word, 1;
    exit 0;
  }
  close $told;
  sysread($made, my $word, 1) or give_up('a user namespace cannot be made');
  my $next = $own + 1;
  write_maps($child, "$uid $own 1\n" . setting('first') . " $next 65535\n", "$gid $own 1\n" . setting('first_gid') . " $next 65535\n")
    or fail('the ids of the mounts');
  open(my $users, '<', "/proc/$child/ns/user") or fail('the ids of the mounts');
  close $go;
  waitpid $child, 0;
  return $users;
}

sub mapped {
  my $mount = call('open_tree', $_[0], '', OPEN_TREE_CLONE | OPEN_TREE_CLOEXEC | AT_EMPTY_PATH);
  my $attributes = pack('Q4', MOUNT_ATTR_IDMAP | MOUNT_ATTR_NODEV, 0, MS_PRIVATE, fileno $users);
  call('mount_setattr', $mount, '', AT_EMPTY_PATH, $attributes, length $attributes);
  return $mount;
}

sub hand_over {
  my $socket = connection(3);
  sysread($socket, my $asked, 1) or exit 0;
  my $text = setting('inner') . "\n";
  my $parts = pack('P Q', $text, length $text);
  my $rights = pack('Q l l l*', 16 + 4 * @_, SOL_SOCKET, SCM_RIGHTS, @_);
  $rights .= "\0" x (-length($rights) % 8);
  call('sendmsg', fileno $socket, pack('x16 P Q P Q x8', $parts, 1, $rights, length $rights), 0);
}
