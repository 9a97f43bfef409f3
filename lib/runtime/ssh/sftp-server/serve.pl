# The main loop. It reads while replies wait to be sent, so that a client may send much before it reads, and it keeps
# little in memory.

use constant READ_AT_ONCE => 256 * 1024;
# Bytes of requests, and of replies, above which no more is read and no more is served.
use constant { MAX_REQUESTS => 1024 * 1024, MAX_REPLIES => 512 * 1024 };

my %SERVED = (
  3 => \&serve_open, 4 => \&serve_close, 5 => \&serve_read, 6 => \&serve_write, 7 => \&serve_lstat, 8 => \&serve_fstat,
  9 => \&serve_setstat, 10 => \&serve_fsetstat, 11 => \&serve_opendir, 12 => \&serve_readdir, 13 => \&serve_remove,
  14 => \&serve_mkdir, 15 => \&serve_rmdir, 16 => \&serve_realpath, 17 => \&serve_stat, 18 => \&serve_rename,
  19 => \&serve_readlink, 20 => \&serve_symlink, 200 => \&serve_extended,
);

my ($in, $greeted, $ended, $code) = ('', 0, 0, 0);

# The rest of the stream cannot be understood. The replies that wait are sent, then the server ends.
sub give_up {
  print STDERR "sftp-server: $_[0]\n";
  ($in, $ended, $code) = ('', 1, 1);
}

sub serve {
  my ($type, $id) = unpack('C N', $packet);
  return $greeted++ ? give_up('a second greeting') : reply_version() if $type == HELLO;
  return give_up('a request before the greeting') unless $greeted;
  my $sent = length $out;
  $at = 5;
  return if eval { ($SERVED{$type} || sub { refuse(OP_UNSUPPORTED, 'this request is not served') })->($id); 1 };
  my $problem = $@;
  # Drops the part of a reply that a failed request had written.
  substr($out, $sent) = '';
  status($id, ref $problem ? @$problem : (FAILURE, 'the request could not be served'));
}

sub serve_all {
  my $from = 0;
  while (length($in) - $from >= 4 && length $out < MAX_REPLIES) {
    my $length = unpack('N', substr($in, $from, 4));
    return give_up("a packet of $length bytes") if $length > MAX_PACKET || $length < 5;
    last if length($in) - $from - 4 < $length;
    $packet = substr($in, $from + 4, $length);
    $from += 4 + $length;
    serve();
    return if $code;
  }
  substr($in, 0, $from, '');
}

# A client that has gone, and a file that grows past a limit, are reported as errors of calls here.
$SIG{PIPE} = $SIG{XFSZ} = 'IGNORE';
fcntl(STDOUT, F_SETFL, fcntl(STDOUT, F_GETFL, 0) | O_NONBLOCK);
for (;;) {
  serve_all();
  exit $code if $ended && $out eq '';
  my ($readable, $writable) = ('', '');
  vec($readable, 0, 1) = 1 if !$ended && length $in < MAX_REQUESTS;
  vec($writable, 1, 1) = 1 if $out ne '';
  next if select($readable, $writable, undef, undef) < 0;
  if ($writable ne '' && vec($writable, 1, 1)) {
    my $put = syswrite(STDOUT, $out);
    if (defined $put) { substr($out, 0, $put, '') }
    elsif (!$!{EAGAIN}) { exit 1 }
  }
  if ($readable ne '' && vec($readable, 0, 1)) {
    $ended = 1 unless sysread(STDIN, $in, READ_AT_ONCE, length $in);
  }
}
