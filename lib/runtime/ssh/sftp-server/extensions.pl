# OpenSSH's extensions. A system call that perl has no function for is called by its number on this architecture.

my ($statfs, $utimensat, $fchownat) = map { $_ + 0 } @ARGV;
use constant { HERE => -100, NO_FOLLOW => 0x100 };

sub posix_rename {
  my ($from, $to) = (path(), path());
  check(rename $from, $to);
  done($_[0]);
}

sub hard_link {
  my ($from, $to) = (path(), path());
  check(link $from, $to);
  done($_[0]);
}

sub fsync {
  my $handle = handle('file');
  require IO::Handle;
  check(IO::Handle::sync($handle->{file}));
  done($_[0]);
}

sub limits { reply(REPLY, join '', pack('N', $_[0]), pack_u64(MAX_PACKET, MAX_DATA, MAX_DATA, MAX_HANDLES)) }

# `~` and `~user`, as scp sends them.
sub expand_path {
  my $path = path();
  if ($path =~ s{^~([^/]*)}{}) {
    my $home = $1 eq '' ? Cwd::getcwd() : (getpwnam $1)[7];
    refuse(NO_SUCH_FILE, 'no such user') unless defined $home;
    $path = $home . $path;
  }
  my $real = Cwd::abs_path($path);
  failed() unless defined $real;
  reply_name($_[0], $real);
}

# struct statfs of 64 bit systems: type, size of a block, blocks, free, available, files, free ones, id, length of a
# name, size of a fragment, flags.
sub file_system {
  my ($id, $path) = @_;
  my $space = "\0" x 256;
  check(syscall($statfs, $path, $space) == 0);
  my (undef, $block, $blocks, $free, $available, $files, $unused, $fsid, $name, $fragment, $flags) = unpack('q7 a8 q3', $space);
  my @counts = pack_u64($block, $fragment, $blocks, $free, $available, $files, $unused, $unused);
  reply(REPLY, join '', pack('N', $id), @counts, $fsid, pack_u64($flags & 3, $name));
}

sub statvfs { file_system($_[0], path()) }

sub fstatvfs { file_system($_[0], '/proc/self/fd/' . fileno handle('file')->{file}) }

# Like setstat, but changes a link itself and not its target.
sub lsetstat {
  my ($path, $want) = (path(), wanted());
  change(
    $want,
    size => sub { refuse(BAD_MESSAGE, 'a link has no size to set') },
    owner => sub { syscall($fchownat, HERE, $path, @{ $_[0] }, NO_FOLLOW) == 0 },
    mode => sub { -l $path ? refuse(OP_UNSUPPORTED, 'a link has no permissions') : chmod $_[0], $path },
    times => sub { syscall($utimensat, HERE, $path, pack('q4', $_[0][0], 0, $_[0][1], 0), NO_FOLLOW) == 0 },
  );
  done($_[0]);
}

my %EXTENSIONS = (
  'posix-rename@openssh.com' => [1, \&posix_rename],
  'hardlink@openssh.com' => [1, \&hard_link],
  'fsync@openssh.com' => [1, \&fsync],
  'limits@openssh.com' => [1, \&limits],
  'expand-path@openssh.com' => [1, \&expand_path],
);
$EXTENSIONS{'statvfs@openssh.com'} = [2, \&statvfs] if $statfs;
$EXTENSIONS{'fstatvfs@openssh.com'} = [2, \&fstatvfs] if $statfs;
$EXTENSIONS{'lsetstat@openssh.com'} = [1, \&lsetstat] if $utimensat && $fchownat;

sub serve_extended {
  my ($id) = @_;
  my $extension = $EXTENSIONS{ text() } or refuse(OP_UNSUPPORTED, 'this extension is not served');
  $extension->[1]->($id);
}

sub reply_version {
  reply(VERSION, join '', pack('N', 3), map { pack('N/a* N/a*', $_, $EXTENSIONS{$_}[0]) } sort keys %EXTENSIONS);
}
