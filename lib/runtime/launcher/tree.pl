# Makes the root tree of a machine. host_tree: the host's programs, read-only, around the folders of the machine's disk.
# disk_tree: all of it is the machine's disk, over an image that machines share. All of it happens in the host's tree,
# where nothing of the guest is followed or run. The top folders of the machine's disk are the only paths of the guest
# that are named, and a link among them is refused.
sub MS_NOSUID () { 2 } sub MS_NODEV () { 4 } sub MS_NOEXEC () { 8 } sub MS_RDONLY () { 1 } sub MS_BIND () { 0x1000 }
sub MOUNT_ATTR_RDONLY () { 1 } sub MOUNT_ATTR_NOSUID () { 2 } sub MOUNT_ATTR_NODEV () { 4 }
sub AT_RECURSIVE () { 0x8000 }
my @USERLAND = qw(bin sbin lib lib32 lib64 libx32 usr);
# Configuration that belongs to the host's programs.
my @CONFIGURATION = qw(alternatives ssl ca-certificates pki terminfo ld.so.conf.d perl);
my @DISK = qw(etc home root tmp var opt srv mnt);
my @DEVICES = qw(null zero full random urandom tty);
# These files name the keys of all machines, because all machines are one user to the kernel.
my @HIDDEN = qw(keys key-users);

sub mount {
  my ($from, $to, $type, $flags, $data) = @_;
  attempt('mount', $from, $to, $type, $flags, $data) == 0 or fail("mount $to");
}

sub file_system {
  my ($type, $to, $flags, $data) = @_;
  mount($type, $to, $type, $flags, $data);
}

sub bind_mount {
  my ($from, $to, $deep) = @_;
  mount($from, $to, 0, MS_BIND | ($deep ? MS_REC : 0), 0);
}

sub read_only {
  my ($place) = @_;
  my $attributes = pack('Q4', MOUNT_ATTR_RDONLY | MOUNT_ATTR_NOSUID | MOUNT_ATTR_NODEV, 0, 0, 0);
  call('mount_setattr', AT_FDCWD, $place, AT_RECURSIVE, $attributes, length $attributes);
}

sub is_folder { lstat($_[0]) && -d _ }

sub make_folders { mkdir $_ or fail("mkdir $_") for @_ }

sub host_tree {
  my ($tree, $disk, $system) = @_;
  file_system('tmpfs', $tree, 0, 'mode=755,size=256k,nr_inodes=512');
  chdir $tree or fail($tree);
  make_folders(@DISK, qw(media proc sys dev run));
  for my $name (@USERLAND) {
    if (-l "/$name") { symlink(readlink("/$name"), $name) or fail($name) }
    elsif (-d "/$name") { make_folders($name); bind_mount("/$name", $name, 1); read_only($name) }
  }
  for my $name (@DISK) {
    is_folder("$disk/$name") or give_up("the disk has no folder $name");
    bind_mount("$disk/$name", $name);
  }
  for my $name (@CONFIGURATION) {
    next unless is_folder("/etc/$name") and is_folder("etc/$name") || mkdir "etc/$name";
    bind_mount("/etc/$name", "etc/$name");
    read_only("etc/$name");
  }
  if (-d 'usr/local') {
    is_folder("$disk/usr-local") or give_up("the disk has no folder usr-local");
    bind_mount("$disk/usr-local", 'usr/local');
  }
  system_folders('16m', $system);
}

# Where, in this process's mounts alone, the folders of a machine are while its tree is made: no user of a machine with
# ids of its own can go the way to them on the host.
sub STAGE () { '/tmp' }

# Puts the disk, the image below it (or nothing) and an empty folder for the tree at STAGE. Each is given as a
# descriptor: of a mount that the agent has lent, or of a folder. Answers whether the system's own devices are there too,
# which the kernel shows to the owner of the network alone.
sub stage {
  my ($lent, $disk, $image) = @_;
  file_system('tmpfs', STAGE, MS_NOSUID | MS_NODEV, 'mode=755,size=64k');
  make_folders(map { STAGE . "/$_" } qw(tree disk image sys));
  my %from = (disk => $disk, defined $image ? (image => $image) : ());
  for my $name (sort keys %from) {
    my ($from, $to) = ($from{$name}, STAGE . "/$name");
    if ($lent) { call('move_mount', $from, '', AT_FDCWD, $to, MOVE_MOUNT_F_EMPTY_PATH) }
    else { bind_mount("/proc/self/fd/$from", $to) }
  }
  return devices_shown(STAGE . '/sys');
}

# Not every kernel allows this to a user namespace.
sub devices_shown {
  my ($place) = @_;
  return attempt('mount', 'sysfs', $place, 'sysfs', MS_RDONLY | MS_NOSUID | MS_NODEV | MS_NOEXEC, 0) == 0;
}

# The folders of a disk below which the system's own file systems are. A machine may have left links there.
my @PLACES = qw(dev proc run sys tmp);

# The disk's folder `upper` holds what differs from the layers below it ($lower), and `tmp` the machine's /tmp. In a user namespace the
# kernel reads no attribute of the overlay's but user.overlay, which nothing can set from within it.
sub disk_tree {
  my ($tree, $disk, $lower, $system) = @_;
  is_folder("$disk/$_") or give_up("the disk has no folder $_") for qw(upper work tmp);
  !lstat("$disk/upper/$_") or -d _ or give_up("/$_ of the disk is not a folder") for @PLACES;
  chdir $disk or fail($disk);
  file_system('overlay', $tree, MS_NODEV, "lowerdir=$lower,upperdir=upper,workdir=work,userxattr,xino=on");
  chdir $tree or fail($tree);
  is_folder($_) or give_up("the machine has no folder /$_") for @PLACES;
  bind_mount("$disk/tmp", 'tmp');
  system_folders('64m', $system);
  mkdir "run/$_" for qw(lock user);
  chmod 01777, 'run/lock';
  spill('run/utmp', '');
}

# Layers of a folder as an overlay takes them, from the highest on. All that it is told has room in one page, so they get
# short names.
sub lower {
  my ($folder, @layers) = @_;
  make_folders(STAGE . '/l');
  for my $at (0 .. $#layers) { symlink "$folder/$layers[$at]", STAGE . "/l/$at" or fail("layer $at") }
  return join ':', map { STAGE . "/l/$_" } 0 .. $#layers;
}

sub system_folders {
  my ($size, $system) = @_;
  devices();
  file_system('tmpfs', 'run', MS_NOSUID | MS_NODEV, "mode=755,size=$size");
  file_system('proc', 'proc', MS_NOSUID | MS_NODEV | MS_NOEXEC, 0);
  for my $name (grep { -e "proc/$_" } @HIDDEN) { bind_mount('dev/null', "proc/$name") }
  boot_id();
  if ($system) { bind_mount(STAGE . '/sys', 'sys') }
  elsif (!has_range()) { devices_shown('sys') }
}

# Programs tell one boot of a machine from another by this file. The kernel's own says when the host booted.
sub boot_id {
  my $random = 'proc/sys/kernel/random';
  return unless -e "$random/boot_id" and open(my $uuid, '<', "$random/uuid");
  spill('dev/boot_id', <$uuid>) or fail('dev/boot_id');
  bind_mount('dev/boot_id', "$random/boot_id");
  read_only("$random/boot_id");
  unlink 'dev/boot_id';
}

sub devices {
  file_system('tmpfs', 'dev', 0, 'mode=755,size=64k');
  for my $name (@DEVICES) {
    spill("dev/$name", '') or fail("dev/$name");
    bind_mount("/dev/$name", "dev/$name");
  }
  make_folders('dev/pts', 'dev/shm');
  # The kernel has about three thousand of these for all machines together.
  file_system('devpts', 'dev/pts', 0, 'newinstance,ptmxmode=0666,mode=620,max=256' . (has_range() ? ',gid=5' : ''));
  file_system('tmpfs', 'dev/shm', MS_NOSUID | MS_NODEV, 'mode=1777,size=64m');
  my %links = (ptmx => 'pts/ptmx', fd => '/proc/self/fd', stdin => 'fd/0', stdout => 'fd/1', stderr => 'fd/2');
  symlink($links{$_}, "dev/$_") or fail("dev/$_") for sort keys %links;
}
