# Lends mounts of machines' folders in which their files belong to ids that no other machine has. Only the host's root
# may make them, so the agent starts this, which stays. Settings: uid and gid of the runtime, the ids of files on disks
# (first and first_gid, see range.pl), the state folder, in it the folder of sockets of what holds machines (holders), the
# first of the ids that it tries itself on (own), and the socket (door) at which only root can ask. A request is a line
# of what the agent's own record says: "lend", the machine, its first id on the host and as the runtime's namespace has
# it, and its folders within the state folder. They are opened as the runtime's user, and no link is followed. Each
# mount goes to the process that then asks by a byte. "disk", with the machine or volume, is about disks of their own
# (images.pl). "leave" stands for the signal below.
# Disks of machines are mounted in its mount namespace, so it outlives an agent whose machines do. Where the agent has
# ended, or says so by SIGTERM, it stays for as long as something holds machines and nobody has its place. The next one
# enters its namespace, says "ready" with the word "again", and takes its place.
sub AF_UNIX () { 1 } sub SOCK_STREAM () { 1 } sub SOL_SOCKET () { 1 } sub SCM_RIGHTS () { 1 } sub SO_PEERCRED () { 17 }
sub MOUNT_ATTR_NODEV () { 4 }
sub MOUNT_ATTR_IDMAP () { 0x100000 }
# Seconds after which it looks again whether it is needed.
sub PATIENCE () { 10 }

my ($uid, $gid, $state, $door) = map { setting($_) } qw(uid gid state door);
my $alone = 0;
$SIG{TERM} = sub { $alone = 1 };
# Nobody reads what is said to an agent that has ended.
$SIG{PIPE} = 'IGNORE';
call('prctl', PR_SET_PDEATHSIG, SIGTERM, 0, 0, 0);
my ($former, $namespace) = all('within_mounts') ? () : former();
own_mounts($namespace);
chdir $state or fail('the state folder');
in_child(sub { lent(setting('own'), '.') });
waitpid -1, 0;
exit 1 if $?;
unlink $door;
socket(my $requests, AF_UNIX, SOCK_STREAM, 0) or fail('socket');
bind($requests, pack('S a*', AF_UNIX, $door)) && listen($requests, 128) or fail($door);
my $inode = (stat $door)[1];
# Its door is another's now, so it leaves at once.
attempt('pidfd_send_signal', fileno($former), SIGTERM, 0, 0) if $former;
in_child(\&disk_trial);
waitpid -1, 0;
syswrite(STDOUT, 'ready' . ($? == 0 ? ' disks growth' : $? >> 8 == NO_GROWTH ? ' disks' : '') . ($former ? ' again' : '') . "\n") or $alone = 1;
$SIG{CHLD} = 'IGNORE';
while (1) {
  if ($alone && !is_needed()) {
    unlink $door if has_door();
    exit 0;
  }
  my $ready = '';
  vec($ready, fileno $requests, 1) = 1;
  # Also with an agent: perl may take note of a signal only once this has returned.
  next if select($ready, undef, undef, PATIENCE) <= 0;
  if (accept(my $asked, $requests)) { in_child(sub { serve($asked) }) }
}

sub has_door { ((stat $door)[1] // 0) == $inode }

sub is_needed {
  my $folder = setting('holders');
  return unless has_door() && opendir(my $names, $folder);
  for (grep { !/^\./ } readdir $names) {
    # One that was killed has left its name.
    socket(my $asked, AF_UNIX, SOCK_STREAM, 0) or fail('socket');
    return 1 if connect($asked, pack('S a*', AF_UNIX, "$folder/$_"));
  }
  return;
}

# An earlier one that still is there, as a pidfd, and its mount namespace. Its agent has ended, or is about to hear who is
# asked from now on. The kernel says who listens.
sub former {
  socket(my $asked, AF_UNIX, SOCK_STREAM, 0) or fail('socket');
  connect($asked, pack('S a*', AF_UNIX, $door)) or return;
  my ($pid) = unpack 'l', getsockopt($asked, SOL_SOCKET, SO_PEERCRED);
  my $pidfd = attempt('pidfd_open', $pid, 0);
  return if $pidfd < 0 or !open(my $namespace, '<', "/proc/$pid/ns/mnt");
  open(my $process, '<&=', $pidfd);
  return ($process, $namespace);
}

# What goes wrong for one machine is its own affair, and a machine that waits keeps no other waiting.
sub in_child {
  my ($work) = @_;
  defined(my $child = fork) or return print STDERR "fork: $!\n";
  return if $child;
  $SIG{$_} = 'DEFAULT' for qw(CHLD TERM PIPE);
  $work->();
  exit 0;
}

sub serve {
  my ($asked) = @_;
  my $line = '';
  until ($line =~ /\n/) { sysread($asked, $line, 1, length $line) or exit 0 }
  (my $task, our $about, my @words) = split ' ', $line;
  return keep($asked, @words) if $task eq 'disk';
  return kill(SIGTERM, getppid) if $task eq 'leave';
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
