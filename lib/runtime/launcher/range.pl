# Starts a program of the host, given after `--`, as root of a user namespace with a range of ids: its root is the user
# that the machines of a data folder belong to (settings uid and gid), and its further 65,535 ids follow `first` and
# `first_gid`. With `pool`, `count` more from 65,536 on are those from that id on, for machines with ids of their own.
# Neither the host's root nor any user of it is there, so no setuid program of the host gives anything.
# Where this process is the host's root, it becomes that user before it makes the namespace; its child stays root, and
# writes the maps. Elsewhere it is that user, and the child has the programs of the setting mapper (newuidmap,
# newgidmap) write them, which look the ids up in /etc/subuid and /etc/subgid.
# With `within_mounts`, a mount namespace of root's, the program gets one that is made of it and has its later mounts.
my ($uid, $gid, $first, $first_gid) = map { setting($_) } qw(uid gid first first_gid);
my @mappers = all('mapper');
# Processes, locked memory, pending signals and message queues, which the kernel counts by user and namespace.
sub RLIMITS () { (6, 8, 11, 12) } sub UNLIMITED () { 0xffffffffffffffff }
own_keyring();
# Machines have limits of their own. Those that came with this process, where it may raise them, would be shared by all
# machines together.
if (all('pool')) { attempt('prlimit64', 0, $_, pack('Q2', UNLIMITED, UNLIMITED), 0) for RLIMITS }
my $kinds = 0;
if (my ($within) = all('within_mounts')) {
  open(my $mounts, '<', $within) or fail($within);
  enter($mounts);
  $kinds = CLONE_NEWNS;
}
new_users($kinds, @mappers ? \&have_maps_written : \&map_range, @mappers ? undef : \&become_user);
call('prctl', PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0);
start(@ARGV);

sub become_user {
  ($(, $)) = ($gid, "$gid $gid");
  ($<, $>) = ($uid, $uid);
  give_up("this process could not become user $uid") if $< != $uid or $> != $uid or $( + 0 != $gid or $) + 0 != $gid;
}

sub map_range {
  my $more = all('pool') ? '65536 ' . setting('pool') . ' ' . setting('count') . "\n" : '';
  return write_maps($_[0], "0 $uid 1\n1 $first 65535\n$more", "0 $gid 1\n1 $first_gid 65535\n$more");
}

sub have_maps_written {
  my ($pid) = @_;
  my ($uids, $gids) = @mappers;
  return system($gids, $pid, 0, $gid, 1, 1, $first_gid, 65535) == 0 &&
    system($uids, $pid, 0, $uid, 1, 1, $first, 65535) == 0;
}
