# Copies and growth of the images of disks (images.pl).
sub LOOP_SET_CAPACITY () { 0x4C07 } sub EXT4_IOC_RESIZE_FS () { 0x40086610 }
sub FIFREEZE () { 0xC0045877 } sub FITHAW () { 0xC0045878 }

# Seconds for which a machine's writes may wait while its disk is copied.
sub FROZEN_S () { 5 }

# What looks at all that a guest has left before its disk grows: in so many bytes of memory and seconds at most.
my @WITHIN = ('prlimit', '--as=' . (4 << 30), 'timeout', 900);

# Copies an image without its holes, or shares its blocks where the host's file system can. One that is mounted stands
# still meanwhile; where that would be for long, nothing is copied.
sub copy {
  my ($name, $place, undef, $to) = @_;
  my $from = image($name);
  -e $from or return 'folder';
  my $draft = image("$to+$$");
  unlink $draft;
  my @cp = ('cp', '--sparse=always', '--reflink=auto', $from, $draft);
  if (mounted($place) && !is_fixed($name)) {
    # What is left to write then is little.
    must('sync', '-f', target($place));
    my $thaw = freeze(target($place)) or return 'slow';
    my $done = system('timeout', FROZEN_S, @cp) == 0;
    unless ($thaw->() && $done) { unlink $draft; return 'slow' }
  } else {
    my $lock = mounted($place) ? undef : locked($from, LOCK_SH_NB);
    must(@cp);
  }
  must('sync', $draft);
  put($draft, $to);
  return 'copied ' . 512 * (stat image($to))[12];
}

# Has a file system stand still. Answers what lets it continue, and tells whether it has stood still until then;
# undefined where it cannot. A process of its own thaws it: when it is told, when its time has come, and when this
# process is killed.
sub freeze {
  my ($target) = @_;
  pipe(my $begun, my $told) && pipe(my $wait, my $done) or fail('pipe');
  defined(my $guard = fork) or fail('fork');
  if (!$guard) {
    close $done;
    call('setsid');
    open(my $folder, '<', $target) or exit 1;
    ioctl($folder, FIFREEZE, 0) or exit 1;
    syswrite $told, 'f';
    my $ready = '';
    vec($ready, fileno $wait, 1) = 1;
    my $asked = select($ready, undef, undef, FROZEN_S);
    ioctl($folder, FITHAW, 0);
    exit($asked ? 0 : 1);
  }
  close $told;
  close $wait;
  unless (sysread($begun, my $word, 1)) { waitpid $guard, 0; return undef }
  return sub { close $done; waitpid $guard, 0; return $? == 0 };
}

# File systems on our images that still stand still with nobody to thaw them. Such a one outlives its last mount.
sub release_frozen {
  my $images = setting('images');
  opendir(my $devices, '/sys/block') or return;
  for my $name (grep { /^loop/ } readdir $devices) {
    open(my $file, '<', "/sys/block/$name/loop/backing_file") or next;
    index(scalar <$file>, "$images/") == 0 or next;
    my $stage = image("stage.$$");
    mkdir $stage, 0700;
    next if attempt('mount', "/dev/$name", $stage, 'ext4', MS_NOSUID | MS_NODEV, 0) < 0;
    thaw($stage);
    attempt('umount2', $stage, MNT_DETACH);
    rmdir $stage;
  }
}

sub thaw {
  open(my $folder, '<', $_[0]) or return;
  ioctl($folder, FITHAW, 0);
}

# Makes an image larger. Its file system becomes so at once where the kernel lets this process do that, and otherwise
# when it is opened next.
sub grow {
  my ($name, $place, undef, $bytes) = @_;
  my $image = image($name);
  -e $image or return 'folder';
  enlarge($image, $bytes);
  return 'now' if fits($image);
  my $path = mounted($place);
  return grow_mounted($path, target($place), $bytes) ? 'now' : 'later' if defined $path;
  fit($image, locked($image, LOCK_EX_NB));
  return 'now';
}

# Has a mounted file system be as large as its image. Whether the kernel let this process do that.
sub grow_mounted {
  my ($path, $on, $bytes) = @_;
  open(my $device, '+<', $path) or return;
  ioctl($device, LOOP_SET_CAPACITY, 0) or return;
  open(my $folder, '<', $on) or return;
  return ioctl($folder, EXT4_IOC_RESIZE_FS, pack('Q', int($bytes / BLOCK)));
}

# The size of an image is what its file system is to have, whenever it comes to that.
sub enlarge {
  my ($image, $bytes) = @_;
  $bytes > -s $image and (truncate($image, $bytes) or fail($image));
}

# Whether the file system is as large as its image, by its superblock.
sub fits {
  my ($image) = @_;
  open(my $file, '<', $image) or fail($image);
  (seek($file, 1024, 0) && read($file, my $block, 1024) == 1024) or fail($image);
  my $blocks = unpack('x4 L', $block) + (unpack('x336 L', $block) << 32);
  return $blocks >= int((-s $image) / BLOCK);
}

# The programs inherit the lock, so that they complete what they do on an image of which nothing else is made, also when
# this process is killed.
sub fit {
  my ($image, $file) = @_;
  local $^F = 255;
  open(my $inherited, '+<&', $file) or fail($image);
  my $status = system(@WITHIN, 'e2fsck', '-f', '-y', $image) >> 8;
  give_up('the disk could not be checked before its growth') if $status > 1;
  must(@WITHIN, 'resize2fs', $image);
}
