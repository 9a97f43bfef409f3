# The network host process of a VPC: its namespaces, its bridge and its gateway address. It is pid 1 there, and the
# parent of every machine's init. It watches and ends inits by pidfd, so no process of a machine can interfere.
# Settings: gateway, prefix (length), mac, own (further addresses of the platform). It prints "ready <host pid>",
# "watching <pid>" and "ended <pid>" on standard output, and reads "watch <pid>", "term <pid>" and "kill <pid>" from
# standard input, with pids of its own pid namespace. It ends when its input ends. Mounts below the folders of the
# setting hidden, disks of machines, do not come with it: they would be in use for as long as it is.
call('prctl', PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0);
call('prctl', PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) unless has_range();
own_keyring();
leave_behind(all('hidden')) if all('hidden');
my $map_all = sub { write_maps($_[0], outer_map('uid'), outer_map('gid')) };
new_users(CLONE_NEWNET | CLONE_NEWNS | CLONE_NEWPID | CLONE_NEWIPC, has_range() ? $map_all : undef);
my $first = fork;
defined $first or fail('fork');
if ($first) {
  open(STDOUT, '>', '/dev/null');
  end_as($first);
}
call('prctl', PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0);
call('mount', 'none', '/', 0, MS_REC | MS_PRIVATE, 0);
spill("/proc/sys/net/ipv6/conf/$_/disable_ipv6", 1) for qw(all default);
# The bridge has an address of its own. Otherwise it would take a machine's, and change when that machine goes.
open(my $ip, '|-', 'ip', '-b', '-') or fail('ip');
print {$ip} 'link set lo up', "\n", 'link add br0 address ', setting('mac'), " type bridge\n",
  'addr add ', setting('gateway'), '/', setting('prefix'), " dev br0\n",
  (map { "addr add $_/32 dev br0\n" } all('own')), "link set br0 up\n";
close($ip) or give_up("the bridge could not be made");
# /proc is still the host's.
my ($self) = split / /, readlink '/proc/self';
$| = 1;
print "ready $self\n";

$SIG{CHLD} = 'IGNORE';    # the kernel reaps; a pidfd tells of the end all the same
my (%watched, $words);
my %signals = (hup => SIGHUP, term => SIGTERM, kill => SIGKILL);

sub obey {
  my ($verb, $pid) = split / /, $_[0];
  if ($verb eq 'watch') {
    my $pidfd = attempt('pidfd_open', $pid + 0, 0);
    open($watched{$pid}, '<&=', $pidfd) if $pidfd >= 0;
    print $pidfd >= 0 ? "watching $pid\n" : "ended $pid\n";
  } elsif ($signals{$verb} and $watched{$pid}) {
    attempt('pidfd_send_signal', fileno($watched{$pid}), $signals{$verb}, 0, 0);
  }
}

while (1) {
  my $ready = '';
  vec($ready, $_, 1) = 1 for 0, map { fileno($_) } values %watched;
  next if select($ready, undef, undef, undef) < 0;
  for my $pid (grep { vec($ready, fileno($watched{$_}), 1) } keys %watched) {
    close delete $watched{$pid};
    print "ended $pid\n";
  }
  next unless vec($ready, 0, 1);
  sysread(STDIN, $words, 4096, length($words // '')) or exit 0;
  obey($1) while $words =~ s/^([^\n]*)\n//;
}

sub leave_behind {
  my @folders = @_;
  call('unshare', CLONE_NEWNS);
  call('mount', 'none', '/', 0, MS_REC | MS_PRIVATE, 0);
  open(my $table, '<', '/proc/self/mountinfo') or fail('mountinfo');
  my @places = map { (split / /)[4] } <$table>;
  s/\\([0-7]{3})/chr oct $1/ge for @places;
  for my $folder (@folders) { attempt('umount2', $_, 2) for reverse grep { index($_, "$folder/") == 0 } @places }
}
