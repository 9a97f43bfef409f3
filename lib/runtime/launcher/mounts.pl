# Lends mounts of machines' folders in which their files belong to ids that no other machine has. Only the host's root
# may make them, so the agent starts this, which stays and ends with it. Settings: uid and gid of the runtime, the ids
# of files on disks (first and first_gid, see range.pl), the state folder, the first of the ids that it tries itself
# on (own), and the socket (door) at which only the agent can ask. A request is a line of what the agent's own record
# says: "lend", the machine, its first id on the host and as the runtime's namespace has it, and its folders within the
# state folder. They are opened as the runtime's user, and no link is followed. Each mount goes to the process that then
# asks by a byte. "disk", with the machine or volume, is about disks of their own (images.pl).
sub AF_UNIX () { 1 } sub SOCK_STREAM () { 1 } sub SOL_SOCKET () { 1 } sub SCM_RIGHTS () { 1 }
sub MOUNT_ATTR_NODEV () { 4 }
sub MOUNT_ATTR_IDMAP () { 0x100000 }

my ($uid, $gid, $state, $door) = map { setting($_) } qw(uid gid state door);
call('prctl', PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0);
own_mounts();
chdir $state or fail('the state folder');
in_child(sub { lent(setting('own'), '.') });
waitpid -1, 0;
exit 1 if $?;
unlink $door;
socket(my $requests, AF_UNIX, SOCK_STREAM, 0) or fail('socket');
bind($requests, pack('S a*', AF_UNIX, $door)) && listen($requests, 128) or fail($door);
in_child(\&disk_trial);
waitpid -1, 0;
syswrite STDOUT, 'ready' . ($? == 0 ? ' disks growth' : $? >> 8 == NO_GROWTH ? ' disks' : '') . "\n";
$SIG{CHLD} = 'IGNORE';
while (accept(my $asked, $requests)) { in_child(sub { serve($asked) }) }

# What goes wrong for one machine is its own affair, and a machine that waits keeps no other waiting.
sub in_child {
  my ($work) = @_;
  defined(my $child = fork) or return print STDERR "fork: $!\n";
  return if $child;
  $SIG{CHLD} = 'DEFAULT';
  $work->();
  exit 0;
}

sub serve {
  my ($asked) = @_;
  my $line = '';
  until ($line =~ /\n/) { sysread($asked, $line, 1, length $line) or exit 0 }
  (my $task, our $about, my @words) = split ' ', $line;
  return keep($asked, @words) if $task eq 'disk';
  my ($own, $inner, @folders) = @words;
  hand_over($asked, $inner, lent($own, @folders));
}

sub lent {
  my ($own, @folders) = @_;
  my @opened = opened(@folders);
  my $users = users($own);
  return map { mapped($_, $users) } @opened;
}

# A user namespace that stands for the map from the ids of files to the machine's. Nothing runs in it.
sub users {
  my ($own) = @_;
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
  my ($folder, $users) = @_;
  my $mount = call('open_tree', $folder, '', OPEN_TREE_CLONE | OPEN_TREE_CLOEXEC | AT_EMPTY_PATH);
  my $attributes = pack('Q4', MOUNT_ATTR_IDMAP | MOUNT_ATTR_NODEV, 0, MS_PRIVATE, fileno $users);
  call('mount_setattr', $mount, '', AT_EMPTY_PATH, $attributes, length $attributes);
  return $mount;
}

sub hand_over {
  my ($asked, $inner, @mounts) = @_;
  sysread($asked, my $word, 1) or return;
  my $text = "$inner\n";
  my $parts = pack('P Q', $text, length $text);
  my $rights = pack('Q l l l*', 16 + 4 * @mounts, SOL_SOCKET, SCM_RIGHTS, @mounts);
  $rights .= "\0" x (-length($rights) % 8);
  call('sendmsg', fileno $asked, pack('x16 P Q P Q x8', $parts, 1, $rights, length $rights), 0);
}
