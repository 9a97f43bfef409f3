# A machine's pid 1 until it becomes init. It makes the machine's namespaces within its VPC's, its link to the bridge
# and its root tree, and then puts the lock on: from a user namespace of its own the machine can undo none of that.
# Settings: network_host (mark), tree and disk (folders), image (the folder below a disk that is a whole root) and layer
# (those in it of which it is made, the highest first; without one it is the image itself), address,
# prefix, gateway, mac, link, name, bound (of /proc/sys/user), init (its script) and task (its argument), cron (what init
# runs every minute), units (systemctl and its like), resolver and former (resolv.conf, and what it was), and those of
# confine(), pin() and join_groups(). On descriptor 3, a socket, it sends its parent this message, and goes on when the parent answers:
#   "pid <as the host sees it> <as the VPC's process sees it> <console> <words>"   "go": the network host process watches
#       it from then on, and has opened these descriptors, from which what init writes is read
# From then on descriptor 3 is the pipe of init's messages, so that nothing here ends with the parent.
sub MNT_DETACH () { 2 }

join_groups();
pin();
my @network_host = namespaces_of(setting('network_host'), qw(user net mnt pid ipc));
open(my $outside, '<&', $network_host[1]) or fail('the network of the VPC');
enter(@network_host);
# A child is in the VPC's pid namespace. When this process ends, the network host process becomes its parent.
leave_to_child();
# The network belongs to the VPC's user namespace. What is unshared after it belongs to the machine's.
call('unshare', CLONE_NEWNET | CLONE_NEWNS);
my $first = 0;    # of the machine's ids, as the VPC's namespace has them
my ($tree, $disk, $image) = (setting('tree'), setting('disk'), all('image'));
my $system = 0;    # whether the devices are at STAGE
prepare();
link_up();
my $kinds = CLONE_NEWPID | CLONE_NEWNS | CLONE_NEWUTS | CLONE_NEWIPC;
if (has_range()) {
  # The kernel counts by user and namespace, and each namespace as one user of the one around it. So what bounds this
  # one bounds all users of the machine together, and the lock is one more within it.
  new_users($kinds, $first ? \&map_own : \&map_inner);
  take_root();
  # Its maps are written once more, by a process of the machine's ids.
  call('prctl', PR_SET_DUMPABLE, 1, 0, 0, 0);
} else {
  call('unshare', $kinds);
}
leave_to_child();
$^F = 3;    # init goes on with it
open(my $parent, '+<&=', 3) or fail('descriptor 3');
# A pipe, since programs cannot open a socket by /dev/stdout. It has no name, by which a machine would know the host's
# folders.
pipe(my $read, my $console) or fail('the console');
pipe(my $heard, my $words) or fail('the words');
ask(join ' ', 'pid', (pids())[0, -2], fileno $read, fileno $heard) eq 'go' or exit 1;
close $_ for $read, $heard, $parent;
# The lowest that is free.
open($parent, '>&', $words) && fileno $parent == 3 or fail('descriptor 3');
close $words;

my $name = setting('name');
call('sethostname', $name, length $name);
if (defined $image) { disk_tree($tree, $disk, $image, $system) }
else { host_tree($tree, $disk, $system) }

# From here on the guest's files are in reach.
call('pivot_root', '.', '.');
call('umount2', '.', MNT_DETACH);
chdir '/' or fail('/');
# Behind the lock a machine can change this no more.
if ((my $own = own_name()) ne '') { call('sethostname', $own, length $own) }
if (has_range()) {
  bound();
  limit();
}
new_users(CLONE_NEWNS, has_range() ? \&map_inner : undef);
mount('none', '/', 0, MS_REC | MS_PRIVATE, 0);
# The lock is on.

bound();
take_name();
take_resolver();
spill('/run/init', setting('init')) or fail('/run/init');
spill('/run/cron', setting('cron')) or fail('/run/cron');
spill('/run/systemctl', setting('units')) && chmod(0755, '/run/systemctl') or fail('/run/systemctl');
# A program of the machine's own stays. Where another init boots this disk, they lead nowhere, and nothing finds them.
symlink('/run/systemctl', "/usr/local/bin/$_") for qw(systemctl journalctl service timedatectl hostnamectl rc-service rc-update);
confine();
open(STDOUT, '>&', $console) or fail('the console');
my ($has_shell, $has_program) = (-f '/bin/sh' && -x _, has_range() && program_of_image());
become(4, '/bin/sh', '/run/init', all('task')) if $has_shell and !$has_program;
give_up('it has neither /bin/sh nor a program of its image') unless $has_program;
# Nothing of the machine's runs yet. Once it does, it may have what is still open here.
close $_ for $outside, $console;
my $kept = take_signals();
call('close_range', 4, $kept - 1, 0) if $kept > 4;
call('close_range', $kept + 1, 0x7fffffff, 0);
my $keeper = keeper(scalar all('task'));
be_init($keeper, $parent) unless $has_shell;
mask("\0" x 8);
spill('/run/entrypoint', "$keeper\n") if all('task');
become(4, '/bin/sh', '/run/init', all('task'));

sub leave_to_child {
  my $child = fork;
  defined $child or fail('fork');
  exit 0 if $child;
}

# With a range, the machine's folders come to where its root finds them: mounts that the agent lends on descriptor 4, or
# its folders as they are. With one user, they are made into a tree where they are.
sub prepare {
  return unless has_range();
  my (@folders, @from);
  if (all('lent')) { ($first, @from) = borrow(4) }
  else {
    for my $path ($disk, defined $image ? $image : ()) {
      opendir(my $folder, $path) or fail($path);
      push @folders, $folder;
    }
    @from = map { fileno $_ } @folders;
  }
  $system = stage(!!all('lent'), @from);
  ($tree, $disk) = (STAGE . '/tree', STAGE . '/disk');
  return unless defined $image;
  $image = all('layer') ? lower(STAGE . '/image', all('layer')) : STAGE . '/image';
}

sub map_own { write_maps($_[0], "0 $first 65536\n", "0 $first 65536\n") }

sub bound {
  for (all('bound')) {
    my ($kind, $limit) = split /:/;
    spill("/proc/sys/user/max_$kind", $limit) or fail("max_$kind") if -e "/proc/sys/user/max_$kind";
  }
}

sub ask {
  my ($words) = @_;
  syswrite($parent, "$words\n");
  my $answer = '';
  until ($answer =~ /\n/) { sysread($parent, $answer, 64, length $answer) or exit 1 }
  chomp $answer;
  return $answer;
}

sub pids {
  open(my $status, '<', '/proc/self/status') or fail('status');
  my ($pids) = map { /^NSpid:\s+(.*)/ ? $1 : () } <$status>;
  my @all = split /\s+/, $pids;
  return @all;
}

# Moves the far end of the link to the network of this process.
sub link_up {
  my ($link, $mac, $self) = (setting('link'), setting('mac'), (pids())[-1]);
  my @add = ("link add $link type veth peer name eth0 address $mac netns $self", "link set $link master br0 up");
  # A network whose last socket has just been closed may still hold the name, and release it before it can be removed
  # here.
  ip($outside, @add) or ip($outside, "link del $link", @add) or ip($outside, @add)
    or give_up('the machine could not be linked to its VPC');
  spill("/proc/sys/net/ipv6/conf/$_/disable_ipv6", 1) for qw(all default);
  my $address = setting('address') . '/' . setting('prefix');
  ip(undef, 'link set lo up', "addr add $address dev eth0", 'link set eth0 up',
    'route add default via ' . setting('gateway')) or give_up("the machine's address could not be set");
  # Behind the lock a service cannot get CAP_NET_BIND_SERVICE, and ping cannot get CAP_NET_RAW.
  spill('/proc/sys/net/ipv4/ip_unprivileged_port_start', 0);
  spill('/proc/sys/net/ipv4/ping_group_range', has_range() ? join(' ', $first, $first + 65535) : '0 0');
}

# Runs ip(8) of the host, in the given network or in the machine's.
sub ip {
  my ($network, @lines) = @_;
  my $child = open(my $ip, '|-');
  defined $child or fail('fork');
  if (!$child) {
    call('setns', fileno($network), CLONE_NEWNET) if $network;
    exec 'ip', '-b', '-' or exit 127;
  }
  print {$ip} map { "$_\n" } @lines;
  return close($ip);
}

# The name that a machine was given last is kept on its disk. Where /etc/hostname has another one, root of the machine
# has renamed it, and it has that name: the file stays, and so does what it says.
sub GIVEN_NAME () { '/var/lib/svc-hostname' }

sub name_in {
  my ($path) = @_;
  return '' unless lstat($path) and -f _ and -s _ <= 256 and open(my $file, '<', $path);
  my $line = <$file> // '';
  return $line =~ /^\s*([A-Za-z0-9][A-Za-z0-9.-]{0,63})\s*$/ ? $1 : '';
}

# Empty where it has not been renamed.
sub own_name {
  my ($had, $given) = (name_in('/etc/hostname'), name_in(GIVEN_NAME));
  return $given ne '' && $had ne $given ? $had : '';
}

# The platform may have renamed the machine since it last ran. Its name and its own line in hosts are written again; the
# rest belongs to its owner. A link or a FIFO that the owner has put in their place stays.
sub take_name {
  return if own_name() ne '';
  if (name_in('/etc/hostname') ne $name) {
    return if lstat('/etc/hostname') && !-f _ or !lstat('/etc/hosts') or !-f _ or -s _ > 65536;
    my $address = setting('address');
    my ($short) = split /\./, $name;
    my $line = join ' ', $address, $name, $short eq $name ? () : $short;
    open(my $hosts, '<', '/etc/hosts') or return;
    my $text = join '', map { index($_, "$address ") == 0 ? "$line\n" : $_ } <$hosts>;
    spill('/etc/hostname', "$name\n");
    spill('/etc/hosts', $text);
  }
  return if name_in(GIVEN_NAME) eq $name or lstat(GIVEN_NAME) && !-f _;
  spill(GIVEN_NAME, "$name\n");
}

# A disk that was made before there were names has a file without a resolver. Once its owner has changed it, it stays.
sub take_resolver {
  return if !lstat('/etc/resolv.conf') or !-f _ or -s _ > 4096;
  open(my $file, '<', '/etc/resolv.conf') or return;
  my $had = join '', <$file>;
  spill('/etc/resolv.conf', setting('resolver')) if $had eq setting('former');
}
