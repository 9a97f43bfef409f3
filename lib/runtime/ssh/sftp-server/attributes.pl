# Reads and changes the attributes of files.

use constant { SIZE => 1, OWNER => 2, PERMISSIONS => 4, TIMES => 8, EXTENDED => 0x80000000 };

# Attributes from the result of stat; empty without one.
sub attributes {
  my (undef, undef, $mode, undef, $uid, $gid, undef, $size, $atime, $mtime) = @_;
  return pack('N', 0) unless @_;
  return join '', pack('N', SIZE | OWNER | PERMISSIONS | TIMES), pack_u64($size), pack('N5', $uid, $gid, $mode, $atime, $mtime);
}

sub reply_attributes {
  my ($id, @stat) = @_;
  failed() unless @stat;
  reply(ATTRS, pack('N', $id) . attributes(@stat));
}

# The attributes that a packet asks for.
sub wanted {
  my ($flags, %want) = u32();
  $want{size} = u64() if $flags & SIZE;
  $want{owner} = [u32(), u32()] if $flags & OWNER;
  $want{mode} = u32() & 07777 if $flags & PERMISSIONS;
  $want{times} = [u32(), u32()] if $flags & TIMES;
  if ($flags & EXTENDED) {
    for (1 .. u32()) { text(); text() }
  }
  return \%want;
}

# Gives a path or a handle these attributes: all that can be set, then ends with the error of the first that could not.
# The owner comes before the permissions, because a change of owner removes set-uid bits.
sub change {
  my ($want, %by) = @_;
  my $problem;
  for my $what (grep { defined $want->{$_} } qw(size owner mode times)) {
    eval { check($by{$what}->($want->{$what})); 1 } or $problem ||= $@;
  }
  die $problem if $problem;
}

sub change_file {
  my ($want, $file) = @_;
  change(
    $want,
    size => sub { truncate $file, $_[0] },
    owner => sub { chown @{ $_[0] }, $file },
    mode => sub { chmod $_[0], $file },
    times => sub { utime @{ $_[0] }, $file },
  );
}

my @MONTHS = qw(Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec);
my %KINDS = (1 => 'p', 2 => 'c', 4 => 'd', 6 => 'b', 10 => 'l', 12 => 's');
my (%users, %groups);

sub letters {
  my ($mode) = @_;
  my $letters = join '', map { my $bits = $mode >> $_; ($bits & 4 ? 'r' : '-', $bits & 2 ? 'w' : '-', $bits & 1 ? 'x' : '-') } 6, 3, 0;
  for ([04000, 2, 's'], [02000, 5, 's'], [01000, 8, 't']) {
    my ($bit, $place, $letter) = @$_;
    next unless $mode & $bit;
    substr($letters, $place, 1) = substr($letters, $place, 1) eq 'x' ? $letter : uc $letter;
  }
  return ($KINDS{ $mode >> 12 } || '-') . $letters;
}

# A line as `ls -l` prints it, which clients show.
sub long_name {
  my ($name, undef, undef, $mode, $links, $uid, $gid, undef, $size, undef, $mtime) = @_;
  return $name if @_ == 1;
  my $user = $users{$uid} ||= getpwuid($uid) || $uid;
  my $group = $groups{$gid} ||= getgrgid($gid) || $gid;
  my (undef, $minute, $hour, $day, $month, $year) = localtime $mtime;
  my $recent = abs(time - $mtime) < 182 * 86400;
  my $when = $recent ? sprintf('%02d:%02d', $hour, $minute) : sprintf('%5d', 1900 + $year);
  return sprintf '%s %4d %-8s %-8s %8s %s %2d %5s %s', letters($mode), $links, $user, $group, $size, $MONTHS[$month], $day, $when, $name;
}
