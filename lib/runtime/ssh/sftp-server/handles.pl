# Requests that open, use and close handles.

use constant MAX_HANDLES => 1000;
use constant { READ => 1, WRITE => 2, APPEND => 4, CREAT => 8, TRUNC => 0x10, EXCL => 0x20 };
use constant NAMES_AT_ONCE => 100;

# Handles by name; a name is never used again. A file keeps its offset, or -1 when the offset is not known.
my (%handles, $made);

sub room { refuse(FAILURE, 'too many handles are open') if keys %handles >= MAX_HANDLES }

sub reply_handle {
  my ($id, $handle) = @_;
  my $name = pack('N', ++$made);
  $handles{$name} = $handle;
  reply(HANDLE, pack('N N/a*', $id, $name));
}

sub handle {
  my ($kind) = @_;
  my $handle = $handles{ text() };
  refuse(FAILURE, 'no such handle') unless $handle && $handle->{$kind};
  return $handle;
}

sub serve_open {
  my ($id) = @_;
  my ($path, $flags, $want) = (path(), u32(), wanted());
  room();
  # Without this, a FIFO with no process at its other end, or a terminal, would block the whole session.
  my $how = O_NONBLOCK | O_NOCTTY;
  $how |= $flags & WRITE ? ($flags & READ ? O_RDWR : O_WRONLY) : O_RDONLY;
  $how |= O_APPEND if $flags & APPEND;
  $how |= O_CREAT if $flags & CREAT;
  $how |= O_TRUNC if $flags & TRUNC;
  $how |= O_EXCL if $flags & EXCL;
  check(sysopen(my $file, $path, $how, defined $want->{mode} ? $want->{mode} : 0666));
  reply_handle($id, { file => $file, at => 0, append => $flags & APPEND });
}

sub serve_close {
  my ($id) = @_;
  my $name = text();
  my $handle = delete $handles{$name} or refuse(FAILURE, 'no such handle');
  check($handle->{file} ? close $handle->{file} : closedir $handle->{folder});
  done($id);
}

sub go_to {
  my ($handle, $offset) = @_;
  return if $handle->{at} == $offset;
  $handle->{at} = -1;
  check(sysseek($handle->{file}, $offset, 0));
  $handle->{at} = $offset;
}

# Read directly into the replies, so that a download costs no further copy.
sub serve_read {
  my ($id) = @_;
  my ($handle, $offset, $length) = (handle('file'), u64(), u32());
  go_to($handle, $offset);
  my $start = length $out;
  my $got = sysread($handle->{file}, $out, $length < MAX_DATA ? $length : MAX_DATA, $start + 13);
  failed() unless defined $got;
  refuse(EOF, 'End of file') if $got == 0 && $length > 0;
  $handle->{at} += $got;
  substr($out, $start, 13) = pack('N C N N', 9 + $got, DATA, $id, $got);
}

sub serve_write {
  my ($id) = @_;
  my ($handle, $offset, $length) = (handle('file'), u64(), u32());
  refuse(BAD_MESSAGE, 'the packet is too short') if length($packet) - $at < $length;
  go_to($handle, $offset) unless $handle->{append};
  $handle->{at} = -1;
  for (my $left = $length; $left > 0; ) {
    my $put = syswrite($handle->{file}, $packet, $left, $at);
    failed() unless defined $put;
    $at += $put;
    $left -= $put;
  }
  $handle->{at} = $offset + $length unless $handle->{append};
  done($id);
}

sub serve_fstat { reply_attributes($_[0], stat handle('file')->{file}) }

sub serve_fsetstat {
  my ($id) = @_;
  my $handle = handle('file');
  change_file(wanted(), $handle->{file});
  done($id);
}

sub serve_opendir {
  my ($id) = @_;
  my $path = path();
  room();
  check(opendir my $folder, $path);
  reply_handle($id, { folder => $folder, path => $path });
}

sub serve_readdir {
  my ($id) = @_;
  my $handle = handle('folder');
  my ($count, $names) = (0, '');
  while ($count < NAMES_AT_ONCE) {
    my $name = readdir $handle->{folder};
    last unless defined $name;
    my @stat = lstat "$handle->{path}/$name";
    # Removed meanwhile. An entry whose attributes cannot be read is reported by its name only.
    next if !@stat && $!{ENOENT};
    $names .= pack('N/a* N/a*', $name, long_name($name, @stat)) . attributes(@stat);
    $count += 1;
  }
  refuse(EOF, 'End of file') if $count == 0;
  reply(NAME, pack('N N', $id, $count) . $names);
}
