# Starts a program of the host, given after `--`, as root of a user namespace with a range of ids: its root is the user
# that the machines of a data folder belong to (settings uid and gid), and its further 65,535 ids follow `first` and
# `first_gid`. With `pool`, `count` more from 65,536 on are those from that id on, for machines with ids of their own.
# Neither the host's root nor any user of it is there, so no setuid program of the host gives anything.
# Where this process is the host's root, it becomes that user before it makes the namespace; its child stays root, and
# writes the maps. Elsewhere it is that user, and the child has the programs of the setting mapper (newuidmap,
# newgidmap) write them, which look the ids up in /etc/subuid and /etc/subgid.
# With `within_mounts`, a mount namespace of root's, the program gets one that is made of it and has its later mounts.
# With `holders`, a folder of sockets of what holds machines (network-host.pl), it joins the namespace of an earlier program
# of the same ids that has left some, and does not end with its parent.
my ($uid, $gid, $first, $first_gid) = map { setting($_) } qw(uid gid first first_gid);
my @mappers = all('mapper');
# Processes, locked memory, pending signals and message queues, which the kernel counts by user and namespace.
sub RLIMITS () { (6, 8, 11, 12) } sub UNLIMITED () { 0xffffffffffffffff }
sub AF_UNIX () { 1 } sub SOCK_STREAM () { 1 } sub SOL_SOCKET () { 1 } sub SO_PEERCRED () { 17 }
sub NS_GET_PARENT () { 0xb702 } sub NS_GET_OWNER_UID () { 0xb704 }
own_keyring();
# Machines have limits of their own. Those that came with this process, where it may raise them, would be shared by all
# machines together.
if (all('pool')) { attempt('prlimit64', 0, $_, pack('Q2', UNLIMITED, UNLIMITED), 0) for RLIMITS }
my $kinds = 0;
our ($left) = map { left_in($_) } all('holders');
if (my ($within) = all('within_mounts')) {
  open(my $mounts, '<', $within) or fail($within);
  enter($mounts);
  $kinds = CLONE_NEWNS;
}
if ($left) {
  enter_left();
  call('unshare', $kinds) if $kinds;
} else {
  new_users($kinds, @mappers ? \&have_maps_written : \&map_range, @mappers ? undef : \&become_user);
}
call('prctl', PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0) unless all('holders');
start(@ARGV);

# The namespace of an earlier program by whose holders there still is one. The kernel says who holds, whatever the folder
# says: the namespace is of this program's user, made within this process's own, and of the same ids.
sub left_in {
  my ($folder) = @_;
  opendir(my $names, $folder) && chdir $folder or return;
  my @left = map { parent_of($_) } grep { !/^\./ } readdir $names;
  chdir '/';
  for (@left) { return $_ if is_own($_) }
  return;
}

sub parent_of {
  my ($name) = @_;
  socket(my $asked, AF_UNIX, SOCK_STREAM, 0) or return;
  connect($asked, pack('S a*', AF_UNIX, $name)) or return;
  my ($pid) = unpack 'l', getsockopt($asked, SOL_SOCKET, SO_PEERCRED);
  open(my $users, '<', "/proc/$pid/ns/user") or return;
  return around($users);
}

sub around {
  my ($users) = @_;
  my $descriptor = ioctl($users, NS_GET_PARENT, 0) or return;
  open(my $parent, '<&=', $descriptor) or return;
  return $parent;
}

sub is_own {
  local $left = $_[0];
  my ($around, $owner) = (around($left), pack 'L', 0);
  return unless $around && (stat $around)[1] == (stat '/proc/self/ns/user')[1];
  return unless ioctl($left, NS_GET_OWNER_UID, $owner) && unpack('L', $owner) == $uid;
  defined(my $child = fork) or fail('fork');
  if (!$child) {
    enter_left();
    exit(maps_are() ? 0 : 1);
  }
  waitpid $child, 0;
  return $? == 0;
}

sub enter_left {
  call('setns', fileno($left), CLONE_NEWUSER);
  take_root() unless @mappers;
}

sub maps_are {
  my ($uids, $gids) = maps();
  return map_of('uid') eq $uids && map_of('gid') eq $gids;
}

sub map_of {
  my ($kind) = @_;
  open(my $file, '<', "/proc/self/${kind}_map") or fail("${kind}_map");
  return join '', map { join(' ', split) . "\n" } <$file>;
}

sub become_user {
  ($(, $)) = ($gid, "$gid $gid");
  ($<, $>) = ($uid, $uid);
  give_up("this process could not become user $uid") if $< != $uid or $> != $uid or $( + 0 != $gid or $) + 0 != $gid;
}

sub map_range { write_maps($_[0], maps()) }

sub maps {
  my $more = all('pool') ? '65536 ' . setting('pool') . ' ' . setting('count') . "\n" : '';
  return ("0 $uid 1\n1 $first 65535\n$more", "0 $gid 1\n1 $first_gid 65535\n$more");
}

sub have_maps_written {
  my ($pid) = @_;
  my ($uids, $gids) = @mappers;
  return system($gids, $pid, 0, $gid, 1, 1, $first_gid, 65535) == 0 &&
    system($uids, $pid, 0, $uid, 1, 1, $first, 65535) == 0;
}
