# Reads a tar archive on standard input, of which nothing is believed. Ends with 3 and a sentence where it is at fault.
use integer;
sub BLOCK () { 512 } sub CHUNK () { 262144 } sub MOST_HEADER () { 1048576 } sub NOBODY () { 65534 }

my ($buffer, $at) = ('', 0);
my %given;    # what was said of the next entry

sub refuse { print STDERR shown($_[0]), "\n"; exit 3 }
# Any name is fit for a log then.
sub shown { my ($text) = @_; $text =~ s/[^\x20-\x7e]/?/g; return substr $text, 0, 300 }

sub fill {
  ($buffer, $at) = (substr($buffer, $at), 0);
  my $count = sysread(STDIN, $buffer, CHUNK, length $buffer);
  defined $count or fail('the layer');
  return $count;
}

sub take {
  my ($count) = @_;
  while (length($buffer) - $at < $count) { fill() or refuse('it ends too early') }
  my $taken = substr $buffer, $at, $count;
  $at += $count;
  return $taken;
}

sub skip {
  my ($count) = @_;
  while (length($buffer) - $at < $count) {
    $count -= length($buffer) - $at;
    $at = length $buffer;
    fill() or refuse('it ends too early');
  }
  $at += $count;
}

sub padding { my ($size) = @_; return (BLOCK - $size % BLOCK) % BLOCK }

# An octal number, or one in base 256.
sub number {
  my ($field) = @_;
  if (ord($field) & 0x80) {
    my ($first, @rest) = unpack 'C*', $field;
    refuse('it has a number that is too large') if $first & 0x7f or grep { $_ } @rest[0 .. $#rest - 7];
    my $value = 0;
    $value = $value * 256 + $_ for @rest[-7 .. -1];
    return $value;
  }
  return $field =~ /^[ \0]*([0-7]{1,20})?[ \0]*$/ ? oct($1 // 0) : refuse('a header of it is no number');
}

sub text { my ($field) = @_; $field =~ s/\0.*//s; return $field }

# What the next header, and those that describe it, say; undef at the end.
sub next_entry {
  %given = ();
  while (1) {
    # Two blocks of zeros end an archive, and so does the end of it.
    return undef if length($buffer) - $at < BLOCK and !fill_to(BLOCK);
    my $header = take(BLOCK);
    return undef if $header !~ /[^\0]/;
    my ($name, $mode, $uid, $gid, $size, $mtime, $sum, $type, $link, $magic, $prefix) =
      (unpack 'a100 a8 a8 a8 a12 a12 a8 a1 a100 a6 x2 x32 x32 x8 x8 a155', $header);
    substr($header, 148, 8) = ' ' x 8;
    refuse('it is not a tar archive') if unpack('%32C*', $header) != number($sum);
    $size = number($size);
    if ($type =~ /[xgLK]/) { describe($type, $size); next }
    $size = $given{size} if defined $given{size};
    $name = text($name);
    $name = text($prefix) . "/$name" if $magic =~ /^ustar\0/ and text($prefix) ne '';
    return {
      name => $given{path} // $name, link => $given{linkpath} // text($link), size => $size, type => $type,
      mode => number($mode) & 07777, mtime => $given{mtime} // number($mtime),
      uid => id($given{uid} // number($uid)), gid => id($given{gid} // number($gid)), attributes => $given{attributes} // {},
    };
  }
}

sub fill_to {
  my ($count) = @_;
  while (length($buffer) - $at < $count) {
    next if fill();
    return 0 if length($buffer) == $at;
    refuse('it ends too early');
  }
  return 1;
}

# An id that machines do not have is nobody's.
sub id { my ($id) = @_; return $id =~ /^\d{1,5}$/ && $id <= 65535 ? $id : NOBODY }

# A header that says more of the next one, or (g) of all that follow.
sub describe {
  my ($type, $size) = @_;
  refuse('a header of it is too long') if $size < 0 or $size > MOST_HEADER;
  my $data = take($size);
  skip(padding($size));
  if ($type eq 'L') { $given{path} = text($data); return }
  if ($type eq 'K') { $given{linkpath} = text($data); return }
  while (length $data) {
    my ($length) = $data =~ /^(\d{1,7}) / or refuse('a header of it is damaged');
    my $line = substr $data, 0, $length, '';
    my ($key, $value) = $line =~ /^\d+ ([^=]+)=(.*)\n\z/s or refuse('a header of it is damaged');
    next if $type eq 'g';
    refuse('it has a sparse file') if $key =~ /^GNU\.sparse\./;
    if ($key =~ /^SCHILY\.xattr\.(.+)$/s) { $given{attributes}{$1} = $value if is_kept($1) }
    elsif ($key eq 'size') { $given{size} = $value =~ /^\d{1,15}$/ ? $value + 0 : refuse('a header of it is damaged') }
    elsif ($key eq 'mtime') { $given{mtime} = $value =~ /^(\d{1,12})/ ? $1 + 0 : 0 }
    elsif ($key =~ /^(path|linkpath|uid|gid)$/) { $given{$key} = $value }
  }
}

# An overlay's own attributes could lead folders to others.
sub is_kept { my ($name) = @_; return $name eq 'security.capability' || $name =~ /^user\.(?!overlay\.)/ }
