# The network host process of a VPC: its namespaces, its bridge and its gateway address. It is pid 1 there, and the
# parent of every machine's init, which it holds (holding.pl): it watches and ends inits by pidfd, so no process of a
# machine can interfere.
# Settings: gateway, prefix (length), mac, own (further addresses of the platform), and socket (holding.pl). Mounts below
# the folders of the setting hidden, disks of machines, do not come with it: they would be in use for as long as it is.

call('prctl', PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) unless has_range();
own_keyring();
my ($folder, $name) = setting('socket') =~ m{^(.*)/([^/]+)$}s or give_up('no socket');
chdir $folder or fail($folder);
leave_behind(all('hidden')) if all('hidden');
my $map_all = sub { write_maps($_[0], outer_map('uid'), outer_map('gid')) };
new_users(CLONE_NEWNET | CLONE_NEWNS | CLONE_NEWPID | CLONE_NEWIPC, has_range() ? $map_all : undef);
my $first = fork;
defined $first or fail('fork');
if ($first) {
  $0 = 'svc: starter of a network';
  open($_, '+<', '/dev/null') for \*STDIN, \*STDOUT, \*STDERR;
  end_as($first);
}
call('mount', 'none', '/', 0, MS_REC | MS_PRIVATE, 0);
spill("/proc/sys/net/ipv6/conf/$_/disable_ipv6", 1) for qw(all default);
# The bridge has an address of its own. Otherwise it would take a machine's, and change when that machine goes.
open(my $ip, '|-', 'ip', '-b', '-') or fail('ip');
print {$ip} 'link set lo up', "\n", 'link add br0 address ', setting('mac'), " type bridge\n",
  'addr add ', setting('gateway'), '/', setting('prefix'), " dev br0\n",
  (map { "addr add $_/32 dev br0\n" } all('own')), "link set br0 up\n";
close($ip) or give_up("the bridge could not be made");

sub leave_behind {
  my @folders = @_;
  call('unshare', CLONE_NEWNS);
  call('mount', 'none', '/', 0, MS_REC | MS_PRIVATE, 0);
  open(my $table, '<', '/proc/self/mountinfo') or fail('mountinfo');
  my @places = map { (split / /)[4] } <$table>;
  s/\\([0-7]{3})/chr oct $1/ge for @places;
  for my $folder (@folders) { attempt('umount2', $_, 2) for reverse grep { index($_, "$folder/") == 0 } @places }
}
