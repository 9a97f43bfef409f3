# Starts a program of the host, given after `--`, as root of a user namespace with a range of ids: its root is the user
# that the machines of a data folder belong to (settings uid and gid), and its further 65,535 ids follow `first`.
# Neither the host's root nor any user of it is there, so no setuid program of the host gives anything. This process is
# the host's root. It becomes that user before it makes the namespace; its child stays root, and writes the maps.
my ($uid, $gid, $first) = (setting('uid'), setting('gid'), setting('first'));
own_keyring();
new_users(0, \&write_maps, \&become_user);
call('prctl', PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0);
start(@ARGV);

sub become_user {
  ($(, $)) = ($gid, "$gid $gid");
  ($<, $>) = ($uid, $uid);
  give_up("this process could not become user $uid") if $< != $uid or $> != $uid or $( + 0 != $gid or $) + 0 != $gid;
}

sub write_maps {
  my ($pid) = @_;
  return spill("/proc/$pid/gid_map", "0 $gid 1\n1 $first 65535\n") &&
    spill("/proc/$pid/uid_map", "0 $uid 1\n1 $first 65535\n");
}
