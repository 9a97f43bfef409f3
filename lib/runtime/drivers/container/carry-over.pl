# Turns the disk of a machine with one user into a whole root over an image: its folders are renamed into `upper`, and
# what the host had put into its /etc makes room for the image's. Arguments: the disk, the image's folder and the
# machine's user. On stdin are files, each as a mode, a path and a text that end with a zero byte: one without a mode is
# removed where it still has that text, another one is made where there is none.
# Ends with 3, and the reason on stderr, where the disk stays as it is; nothing has been changed then. `upper` is there
# from the first change on. What a crash has interrupted is completed by starting again.
# Nothing runs on the disk. No link on it is followed, and nothing of it is walked.
use integer;
my ($disk, $image, $user) = @ARGV;
my @TOP = qw(etc home root var opt srv mnt);
# Folders that the host had made with one owner and one mode for all.
my @PLAIN = qw(root mnt home opt srv var/log var/lib var/cache var/mail);
push @PLAIN, qw(var/spool var/spool/cron var/spool/cron/crontabs);
push @PLAIN, 'usr/local', map { "usr/local/$_" } qw(bin sbin lib share include src);
my @ACCOUNTS = qw(etc/passwd etc/group etc/shadow etc/gshadow);
# These describe the host's programs of then.
my @HOSTS = qw(etc/os-release etc/debian_version etc/ld.so.cache);
my @COPIED = qw(etc/ld.so.conf etc/localtime etc/services etc/protocols etc/inputrc);
my $MOST = 65536;

sub failed { print STDERR "$_[0]: $!\n"; exit 1 }
sub refuse { print STDERR "$_[0]\n"; exit 3 }
sub is_there { lstat($_[0]) ? 1 : 0 }
sub is_folder { lstat($_[0]) && -d _ }
sub is_small { lstat($_[0]) && -f _ && -s _ <= $MOST }

# Whether all folders above a path are folders, and no links.
sub is_within {
  my @names = split m{/}, $_[0];
  for my $last (0 .. $#names - 1) { is_folder(join '/', @names[0 .. $last]) or return 0 }
  return 1;
}

sub text_of {
  my ($path) = @_;
  open(my $file, '<', $path) or return undef;
  local $/;
  return <$file> // '';
}

sub names_in { map { /^([^:\n]+):/ ? $1 : () } split /\n/, text_of($_[0]) // '' }

# Its users are root and the names that the image has. Another one owns nothing, as all was of one user.
sub check_accounts {
  for my $path (@ACCOUNTS) {
    next if !is_there($path);
    is_small($path) or refuse("/$path is not a file of users");
    my %known = map { $_ => 1 } names_in("$image/$path"), $path eq 'etc/passwd' ? () : $user;
    my @own = grep { !$known{$_} } names_in($path);
    next if !@own;
    my $list = join ', ', map { substr $_, 0, 32 } @own > 3 ? @own[0 .. 2] : @own;
    $list =~ tr/A-Za-z0-9_., -/?/c;
    refuse("/$path has names of its own, which own no file: $list");
  }
  grep { $_ eq $user } names_in("$image/etc/passwd") or refuse("the image of this host has no user $user");
}

sub check {
  !is_there($_) or refuse("/$_ of its disk is not a folder") for qw(upper work);
  is_folder($_) or refuse("/$_ of its disk is not a folder") for @TOP, 'tmp', 'usr-local';
  check_accounts();
}

sub move {
  my ($from, $to) = @_;
  return if !is_there($from);
  rename $from, $to or failed("$from to $to");
}

sub make { is_folder($_) or mkdir $_, 0755 or failed($_) for @_ }

# Modes below are what is made.
umask 0;
chdir $disk or failed($disk);
check() if !is_folder('upper');
make('upper');
move($_, "upper/$_") for @TOP;
make('upper/usr', 'work');
move('usr-local', 'upper/usr/local');
chmod 01777, 'tmp' or failed('tmp');

chdir 'upper' or failed('upper');
for my $path (@PLAIN) {
  next if !is_within($path) || !is_folder($path) || ((lstat _)[2] & 07777) != 0755;
  my ($mode, $uid, $gid) = (lstat "$image/$path")[2, 4, 5] or next;
  chown $uid, $gid, $path and chmod $mode & 07777, $path or failed($path);
}
unlink @ACCOUNTS, @HOSTS;
for my $path (@COPIED) { unlink $path if is_small($path) && text_of($path) eq (text_of("$image/$path") // '') }
# For what tells apt the way out.
for my $path (qw(etc/apt etc/apt/apt.conf.d)) { mkdir $path, 0755 if is_within($path) && !is_there($path) }
while (defined(my $mode = field())) {
  my ($path, $text) = (field(), field());
  next if !is_within($path);
  if ($mode eq '') { unlink $path if is_small($path) && text_of($path) eq $text }
  else { put($path, $text, oct $mode) if !is_there($path) }
}

sub field {
  local $/ = "\0";
  my $field = <STDIN>;
  chomp $field if defined $field;
  return $field;
}

# Whole or not at all. What a crash has left of it is made anew.
sub put {
  my ($path, $text, $mode) = @_;
  my $draft = "$path.svc-new";
  unlink $draft;
  return if is_there($draft) || !is_folder($path =~ s{/[^/]*$}{}r);
  open(my $file, '>', $draft) or failed($draft);
  print {$file} $text and close $file and chmod $mode, $draft and rename $draft, $path or failed($path);
}
