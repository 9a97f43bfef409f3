# Disks that are file systems of their own, for mounts.pl. Each is in an image: a file below the folder of the setting
# `images`, which root alone can enter. Only this program makes, mounts, grows, copies and removes images, and nothing
# else writes to one. So what the kernel reads there has never been bytes of a guest's. A request has an image's path
# below that folder, the place below the state folder where its files belong, and the folder within the file system
# that is shown there, by which detach.pl knows a volume.
# Mounts are in a mount namespace of this program's and in those that the runtime makes of it; the host has none of
# them, and they end with these. An image is locked for as long as a loop device or a program uses it, also when this
# program was killed: so none is mounted twice. A loop device ends with its last mount.
sub LOOP_CTL_GET_FREE () { 0x4C82 } sub LOOP_CONFIGURE () { 0x4C0A } sub LO_FLAGS_AUTOCLEAR () { 4 }
sub LOCK_SH_NB () { 5 } sub LOCK_EX_NB () { 6 } sub EBUSY () { 16 } sub ENXIO () { 6 }
sub MS_RDONLY () { 1 } sub MS_NOSUID () { 2 } sub MS_NODEV () { 4 } sub MS_SLAVE () { 0x80000 } sub MS_SHARED () { 0x100000 }
sub MNT_DETACH () { 2 } sub UMOUNT_NOFOLLOW () { 8 } sub MOVE_MOUNT_T_EMPTY_PATH () { 0x40 }
sub O_RDWR_CREAT_EXCL () { 0302 } sub O_PATH () { 010000000 } sub O_CLOEXEC () { 02000000 }
sub RESOLVE_NO_SYMLINKS () { 4 } sub RESOLVE_BENEATH () { 8 }

# Bytes of a block, and seconds to wait for a lock.
sub BLOCK () { 4096 } sub LOCK_S () { 20 }

# How a trial ends where a disk cannot grow while it is mounted.
sub NO_GROWTH () { 3 }

# Reserved blocks would be for a root that no machine has. Nothing is written that a file of zeros says already.
my @MKFS = (qw(mkfs.ext4 -q -F -m 0 -I 256 -i 16384 -J size=32 -E lazy_itable_init=1,lazy_journal_init=1 -b), BLOCK);

# Mounts of the host arrive here. None of those that are made here reaches it. `$namespace` is that of an earlier program.
sub own_mounts {
  my ($namespace) = @_;
  my ($known) = all('within_mounts');
  if (defined $known) { open($namespace, '<', $known) or fail($known) }
  return enter($namespace) if $namespace;
  call('unshare', CLONE_NEWNS);
  call('mount', 'none', '/', 0, MS_REC | MS_SLAVE, 0);
  call('mount', 'none', '/', 0, MS_REC | MS_SHARED, 0);
}

my %ACTS = (make => \&make, open => \&open_disk, close => \&close_disk, drop => \&drop, copy => \&copy, grow => \&grow,
  promote => \&promote, sweep => \&sweep);

# Does what was asked, and answers a line: "ok" and what became of it, or the reason why not.
sub keep {
  my ($asked, $act, @words) = @_;
  open(STDOUT, '>', '/dev/null');
  open(STDERR, '>&', $asked);
  my $done = $ACTS{$act}->(@words);
  syswrite $asked, "ok $done\n";
}

# Opens folders below this process's own as the runtime's user, and follows no link.
sub opened {
  my ($uid, $gid) = map { setting($_) } qw(uid gid);
  my $how = pack('Q3', O_PATH | O_CLOEXEC, 0, RESOLVE_NO_SYMLINKS | RESOLVE_BENEATH);
  $) = "$gid $gid";
  $> = $uid;
  # The dot refuses what is no folder.
  my @opened = map { call('openat2', AT_FDCWD, "$_/.", $how, length $how) } @_;
  $> = 0;
  return @opened;
}

sub image { setting('images') . "/$_[0]" }
sub target { setting('state') . "/$_[0]" }

# Runs a program of the host.
sub must {
  my @program = @_;
  system { $program[0] } @program;
  give_up("$program[0]: $!") if $? == -1;
  give_up("$program[0] failed") if $?;
}

sub make {
  my ($name, undef, undef, $bytes) = @_;
  my $draft = image("$name+$$");
  unlink $draft;
  sysopen(my $file, $draft, O_RDWR_CREAT_EXCL, 0600) or fail($draft);
  truncate($file, $bytes) or fail($draft);
  must(@MKFS, $draft);
  put($draft, $name);
  return 'made';
}

# One whose program has been followed by another is not waited for any more: what it puts in place now may be in use.
sub put {
  my ($draft, $name) = @_;
  has_door() or unlink($draft), give_up('another program has taken over');
  rename $draft, image($name) or fail($name);
}

# Shows the files of an image at their place, with the size of so many bytes where it has less and nothing uses it.
sub open_disk {
  my ($name, $place, $inner, $bytes) = @_;
  my $image = image($name);
  -e $image or return 'folder';
  enlarge($image, $bytes);
  if (mounted($place)) {
    return 'open' if fits($image) or attempt('umount2', target($place), UMOUNT_NOFOLLOW) < 0;
  }
  my $file = locked($image, LOCK_EX_NB);
  fit($image, $file) unless fits($image);
  my ($tree) = tree_of($file, $inner, is_fixed($name) ? MS_RDONLY : 0);
  my ($on) = opened($place);
  call('move_mount', $tree, '', $on, '', MOVE_MOUNT_F_EMPTY_PATH | MOVE_MOUNT_T_EMPTY_PATH);
  return 'open';
}

# Nobody writes to a snapshot.
sub is_fixed { $_[0] =~ m{^snapshots/} }

# A mount, at no place yet, of a folder in the file system of an image; and its device.
sub tree_of {
  my ($file, $inner, $flags) = @_;
  my $stage = image("stage.$$");
  mkdir $stage, 0700 or fail($stage);
  my ($device, $path) = on_loop($file);
  my $done = attempt('mount', $path, $stage, 'ext4', MS_NOSUID | MS_NODEV | $flags, 'discard') == 0;
  my $tree = !$done || !folder_in($stage, $inner) ? -1
    : attempt('open_tree', AT_FDCWD, "$stage/$inner", OPEN_TREE_CLONE | OPEN_TREE_CLOEXEC);
  my $why = "$!";
  attempt('umount2', $stage, MNT_DETACH) if $done;
  rmdir $stage;
  give_up("the disk cannot be mounted: $why") if $tree < 0;
  return ($tree, $path);
}

# The folder is the runtime's, and those above it are root's.
sub folder_in {
  my ($stage, $inner) = @_;
  return 1 if -d "$stage/$inner";
  my $path = $stage;
  for (split m{/}, $inner) { $path .= "/$_"; -d $path or mkdir $path, 0755 or return 0 }
  return chown(setting('uid'), setting('gid'), $path);
}

# A loop device of this file. It ends once nothing has it open or mounted.
sub on_loop {
  my ($file) = @_;
  open(my $control, '+<', '/dev/loop-control') or fail('/dev/loop-control');
  for (1 .. 64) {
    my $number = ioctl($control, LOOP_CTL_GET_FREE, 0) or fail('/dev/loop-control');
    my $path = '/dev/loop' . ($number + 0);
    open(my $device, '+<', $path) or $! == ENXIO ? next : fail($path);
    my $info = pack('Q5 L4 a160 Q2', 0, 0, 0, 0, 0, 0, 0, 0, LO_FLAGS_AUTOCLEAR, '', 0, 0);
    return ($device, $path) if ioctl($device, LOOP_CONFIGURE, pack('L2 a232 a64', fileno $file, BLOCK, $info, ''));
    # Another process was faster.
    $! == EBUSY or fail($path);
  }
  give_up('no loop device is free');
}

sub locked {
  my ($image, $how) = @_;
  open(my $file, '+<', $image) or fail($image);
  for (1 .. LOCK_S * 20) {
    return $file if flock($file, $how);
    select(undef, undef, undef, 0.05);
  }
  give_up('the disk is still in use');
}

# The device of the file system at a place; undefined where there is none.
sub mounted {
  my $target = target($_[0]);
  open(my $table, '<', '/proc/self/mountinfo') or fail('mountinfo');
  my $device;
  while (defined(my $line = <$table>)) {
    my $at = (split / /, $line)[4];
    $at =~ s/\\([0-7]{3})/chr oct $1/ge;
    ($device) = $line =~ / - \S+ (\S+)/ if $at eq $target;
  }
  return $device;
}

# What still uses the files keeps them, and the image locked, until it ends.
sub close_disk {
  my (undef, $place) = @_;
  return 'closed' unless mounted($place);
  attempt('umount2', target($place), UMOUNT_NOFOLLOW) == 0
    or call('umount2', target($place), MNT_DETACH | UMOUNT_NOFOLLOW);
  return 'closed';
}

sub drop {
  my ($name, $place) = @_;
  close_disk($name, $place);
  unlink image($name);
  return 'dropped';
}

# Has the next disk of a machine be its disk from now on. Neither is mounted.
sub promote {
  my ($name, undef, undef, $to) = @_;
  rename image($name), image($to) or fail($to);
  must('sync', setting('images'));
  return 'promoted';
}

# Images of what is not there any more, and what crashes have left.
sub sweep {
  for my $kind (qw(machines volumes snapshots)) {
    mkdir image($kind), 0700;
    opendir(my $names, image($kind)) or fail($kind);
    for (grep { !/^\./ } readdir $names) { unlink image("$kind/$_") if /\+/ or !lstat target("$kind/$_") }
  }
  opendir(my $stages, setting('images')) or fail('the images');
  rmdir image($_) for grep { /^stage/ } readdir $stages;
  release_frozen();
  return 'swept';
}

# Whether a disk can be made here, and whether it can grow while it is mounted: the reason why not is said.
sub disk_trial {
  make('trial', '', '', 1 << 30);
  my $image = image('trial');
  my ($tree, $device) = tree_of(locked($image, LOCK_EX_NB), 'disk', 0);
  mapped($tree, users(setting('own')));
  enlarge($image, 2 << 30);
  my $done = grow_mounted($device, "/proc/self/fd/$tree", 2 << 30);
  unlink $image;
  exit($done ? 0 : NO_GROWTH);
}
