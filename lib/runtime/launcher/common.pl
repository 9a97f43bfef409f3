# What every way into a machine shares. launcher.ts puts the numbers of this architecture before it (%CALL, $FILTER) and
# one of the other .pl files behind it; ./README.md has the rule that all of it keeps:
#
#   Between the moment at which a guest's files are in reach and the moment at which the lock is on, no program is
#   started, and no library, configuration or locale is read from a place that the guest can write.
#
# So everything is loaded now: no module is found from here on, and what runs is system calls of this one process.
use strict;
@INC = ();
umask 022;

# Not by `use constant`, which would take half as long as perl's own start.
sub CLONE_NEWNS () { 0x20000 } sub CLONE_NEWUTS () { 0x4000000 } sub CLONE_NEWIPC () { 0x8000000 }
sub CLONE_NEWUSER () { 0x10000000 } sub CLONE_NEWPID () { 0x20000000 } sub CLONE_NEWNET () { 0x40000000 }
sub PR_SET_PDEATHSIG () { 1 } sub PR_SET_DUMPABLE () { 4 } sub PR_SET_SECCOMP () { 22 } sub PR_CAPBSET_DROP () { 24 }
sub PR_SET_NO_NEW_PRIVS () { 38 } sub SECCOMP_MODE_FILTER () { 2 } sub CAP_SYS_RESOURCE () { 24 }
sub KEYCTL_JOIN_SESSION_KEYRING () { 1 } sub MS_REC () { 0x4000 } sub MS_PRIVATE () { 0x40000 } sub SIGKILL () { 9 }
sub SIGTERM () { 15 } sub SIGHUP () { 1 } sub F_SETFL () { 4 } sub MSG_CMSG_CLOEXEC () { 0x40000000 }
sub AT_FDCWD () { -100 } sub AT_EMPTY_PATH () { 0x1000 } sub OPEN_TREE_CLONE () { 1 } sub OPEN_TREE_CLOEXEC () { 02000000 }
sub MOVE_MOUNT_F_EMPTY_PATH () { 4 }

# Settings before `--` are name=value, and a name may occur more than once. After `--` come a program and its arguments.
my %settings;
while (@ARGV and (my $word = shift @ARGV) ne '--') {
  my ($name, $value) = $word =~ /^([a-z_]+)=(.*)$/s or give_up("not a setting: $word");
  push @{ $settings{$name} }, $value;
}
# Limits of this process and its children for the time of its work (setting within), which ends with its parent.
if (my @bounds = all('within')) {
  call('prctl', PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0);
  for (@bounds) {
    my ($resource, $soft, $hard) = split /:/;
    call('prlimit64', 0, $resource + 0, pack('Q2', $soft, $hard), 0);
  }
}
sub setting { $settings{ $_[0] } ? $settings{ $_[0] }[0] : give_up("no $_[0]") }
sub all { @{ $settings{ $_[0] } || [] } }

our $about;    # whose affair it is, where one process works for several machines
sub give_up { print STDERR defined $about ? "$about: " : '', "$_[0]\n"; exit 1 }
sub fail { give_up("$_[0]: $!") }

# Makes the system call of this name. Strings are passed as pointers, numbers as numbers. Dies with the name when the
# kernel refuses.
sub call {
  my ($name, @words) = @_;
  my $result = attempt($name, @words);
  fail($name) if $result < 0;
  return $result;
}

sub attempt {
  my ($name, @words) = @_;
  return syscall($CALL{$name}, @words);
}

sub spill {
  my ($path, $text) = @_;
  open(my $file, '>', $path) or return 0;
  my $done = print {$file} $text;
  return close($file) && $done;
}

# Opens the /proc folder of a process that is given as pid:start (clock ticks since boot, proc(5)). The folder cannot
# become another process's: a pid that has been reused is refused.
sub process_folder {
  my ($pid, $start) = split /:/, $_[0];
  opendir(my $folder, "/proc/$pid") or fail("process $pid");
  my $path = '/proc/self/fd/' . fileno($folder);
  open(my $file, '<', "$path/stat") or fail("process $pid");
  # As a whole: the name of a process may hold the end of a line.
  read($file, my $stat, 4096);
  my @fields = split / /, substr($stat, rindex($stat, ')') + 2);
  give_up("process $pid is another one by now") if $fields[19] ne $start;
  return ($folder, $path);
}

# Opens namespaces of a process, to enter them later, when its folder may no longer be visible.
sub namespaces_of {
  my ($mark, @kinds) = @_;
  my ($folder, $path) = process_folder($mark);
  return map {
    open(my $file, '<', "$path/ns/$_") or fail("namespace $_ of process $mark");
    $file
  } @kinds;
}

sub enter {
  for my $namespace (@_) {
    call('setns', fileno($namespace), 0);
    close $namespace;
  }
}

# Binds this process and its children to these processors (comma-separated numbers); to all when none are given.
sub pin {
  my @cpus = map { split /,/ } all('cpus') or return;
  my $mask = '';
  vec($mask, $_, 1) = 1 for @cpus;
  $mask .= "\0" x (-length($mask) % 8);
  call('sched_setaffinity', 0, length($mask), $mask);
}

# Moves this process, and all that it starts, into the control groups of a machine (setting group, files) before it enters.
sub join_groups { spill($_, '0') or fail('the control group of the machine') for all('group') }

# Maps only this process's user to root of the user namespace that it has just made.
sub map_self {
  my ($uid, $gid) = @_;
  spill('/proc/self/setgroups', 'deny') or fail('setgroups');
  spill('/proc/self/gid_map', "0 $gid 1") or fail('gid_map');
  spill('/proc/self/uid_map', "0 $uid 1") or fail('uid_map');
}

# Whether this process lives in a user namespace that the agent gave a range of ids (setting range): a machine in it has
# many users.
sub has_range { scalar all('range') }

# The ids of a machine, as its outer namespaces have them too. One extent over both is refused, because the range around
# the outermost is made of two.
sub INNER_MAP () { "0 0 1\n1 1 65535\n" }

# All ids that this process's namespace has, for one within it.
sub outer_map {
  my ($kind) = @_;
  open(my $file, '<', "/proc/self/${kind}_map") or fail("${kind}_map");
  return join '', map { my ($first, undef, $count) = split; "$first $first $count\n" } <$file>;
}

# Makes a user namespace, and further ones of these kinds. With `$map`, a child that stays outside calls it with this
# process's pid to write its maps; otherwise only this process's user is mapped. `$before` runs while both are outside.
sub new_users {
  my ($kinds, $map, $before) = @_;
  if (!$map) {
    my ($uid, $gid) = ($>, $) + 0);
    call('unshare', CLONE_NEWUSER | $kinds);
    return map_self($uid, $gid);
  }
  # Not perl's own note of it, which may be another in a pid namespace.
  my $pid = readlink '/proc/self';
  pipe(my $begun, my $made) or fail('pipe');
  defined(my $helper = fork) or fail('fork');
  if (!$helper) {
    close $made;
    exit(sysread($begun, my $word, 1) && $map->($pid) ? 0 : 1);
  }
  $before->() if $before;
  call('unshare', CLONE_NEWUSER | $kinds);
  syswrite $made, 'm';
  close $made;
  local $SIG{CHLD} = 'DEFAULT';
  waitpid($helper, 0);
  give_up('the ids could not be mapped') if $?;
}

# A map is one write.
sub write_maps {
  my ($pid, $uids, $gids) = @_;
  return spill("/proc/$pid/gid_map", $gids) && spill("/proc/$pid/uid_map", $uids);
}

# Maps a machine's ids within a range.
sub map_inner { write_maps($_[0], INNER_MAP, INNER_MAP) }

# Becomes root of the user namespace that this process is in, without groups that it brought along. Its files in /proc
# stay its own, so that it can be given maps.
sub take_root {
  $( = 0;
  $) = '0 0';
  ($<, $>) = (0, 0);
  give_up('this process could not become root of the machine') if $< or $> or $( + 0 or $) + 0;
}

# A socket that Node has left on a descriptor, and had made non-blocking.
sub connection {
  my ($descriptor) = @_;
  open(my $socket, '+<&=', $descriptor) or fail("descriptor $descriptor");
  fcntl($socket, F_SETFL, 0);
  return $socket;
}

# Takes over a socket on this descriptor what the agent lends for one machine (mounts.pl), once it is asked: the first
# of the ids that the machine has to itself, as this process's namespace has them, and descriptors of mounts.
sub borrow {
  my ($descriptor) = @_;
  my $socket = connection($descriptor);
  syswrite($socket, "\n") or give_up('nothing is lent any more');
  my ($text, $rights) = ('', '');
  vec($text, 31, 8) = vec($rights, 31, 8) = 0;
  my $parts = pack('P Q', $text, length $text);
  my $message = pack('x16 P Q P Q x8', $parts, 1, $rights, length $rights);
  attempt('recvmsg', fileno $socket, $message, MSG_CMSG_CLOEXEC) > 0
    or give_up('the folders of the machine could not be lent');
  my ($first) = $text =~ /^(\d+)\n/ or give_up('no ids were lent');
  my $count = (unpack('Q', $rights) - 16) / 4;
  return ($first, unpack("x16 l$count", $rights));
}

# Starts a session keyring of this process's own. The kernel may refuse (no room for more keys of this user, no keys at
# all). Then the process inherits the runtime's keyring, which is empty, and the filter below blocks the calls.
sub own_keyring { attempt('keyctl', KEYCTL_JOIN_SESSION_KEYRING, 0) }

sub limit {
  for (all('limit')) {
    my ($resource, $limit) = split /:/;
    call('prlimit64', 0, $resource + 0, pack('Q2', $limit, $limit), 0);
  }
}

# Called in the machine's own user namespace before a program of the guest starts. Limits that program and all that it
# starts. Without CAP_SYS_RESOURCE root cannot raise the namespace's limits (/proc/sys/user).
sub confine {
  own_keyring();
  limit();
  # An ordinary user's platform has brought that user's groups, and root's the runtime's user, whom a machine with ids of
  # its own does not have. With one user groups cannot be left.
  take_root() if has_range();
  call('prctl', PR_CAPBSET_DROP, CAP_SYS_RESOURCE, 0, 0, 0);
  # With many users, setuid programs work: their owners are the machine's own. Root of the machine may filter without
  # it.
  call('prctl', PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) unless has_range();
  call('prctl', PR_SET_SECCOMP, SECCOMP_MODE_FILTER, pack('S x6 P', length($FILTER) / 8, $FILTER), 0, 0);
}

# Becomes the program after `--`, with the environment of the settings and without the descriptors from `$first` on.
sub become {
  my ($first, @program) = @_;
  %ENV = map { split /=/, $_, 2 } all('env');
  call('close_range', $first, 0x7fffffff, 0);
  start(@program);
}

# Becomes a program, with everything that this process has. Ends with 127 when there is no such program, as a shell
# does.
sub start {
  my @program = @_;
  { exec { $program[0] } @program }
  print STDERR "$program[0]: $!\n";
  exit 127;
}

# Waits for a child, and ends the same way as the child.
sub end_as {
  my ($child) = @_;
  waitpid($child, 0);
  my ($signal, $code) = ($? & 127, $? >> 8);
  if ($signal) { $SIG{$_} = 'DEFAULT' for keys %SIG; kill $signal, $$; sleep 1 }
  exit($signal ? 128 + $signal : $code);
}
