# Runs an engine in a network namespace of its own, and passes connections to a unix socket on to it. The engine does not
# authenticate its callers: every user of this machine could reach a port, but not a socket in a closed folder. It is
# Perl, since that takes 4 MB and 15 microseconds per call. Arguments: the socket, the engine's port in the namespace, the
# engine's command. It writes "isolated" when the namespace is ready. It ends when the engine ends, and ends the engine.
use strict;
use warnings;
use Errno qw(EAGAIN EINTR);
use Fcntl qw(F_GETFL F_SETFL O_NONBLOCK);
use Socket qw(AF_INET AF_UNIX SOCK_DGRAM SOCK_STREAM SHUT_WR IPPROTO_TCP TCP_NODELAY INADDR_LOOPBACK
  pack_sockaddr_in pack_sockaddr_un);

use constant { CHUNK => 65536, MOST_DESCRIPTORS => 1000, SIOCSIFFLAGS => 0x8914, IFF_UP => 1 };

my ($path, $port, @engine) = @ARGV;
my $to = pack_sockaddr_in($port, INADDR_LOOPBACK);
$SIG{PIPE} = 'IGNORE';
umask 077;

socket(my $any, AF_INET, SOCK_DGRAM, 0) or die "socket: $!\n";
my $up = pack 'a16 s x22', 'lo', IFF_UP;
ioctl($any, SIOCSIFFLAGS, $up) or die "loopback: $!\n";
close $any;
syswrite STDOUT, "isolated\n";

my $ended = 0;
$SIG{CHLD} = sub { $ended = 1 };
my $pid = fork() // die "fork: $!\n";
unless ($pid) {
  $SIG{PIPE} = 'DEFAULT';
  exec { $engine[0] } @engine or die "$engine[0]: $!\n";
}
$SIG{TERM} = sub { kill 'TERM', $pid };

# The socket gets its name once it listens, so that a client finds the old socket or this one.
socket(my $door, AF_UNIX, SOCK_STREAM, 0) or die "socket: $!\n";
unlink "$path.new";
bind($door, pack_sockaddr_un("$path.new")) and listen($door, 128) and rename("$path.new", $path) or die "$path: $!\n";
patient($door);

# By descriptor: the socket, the other side, bytes still to be written, and whether no more bytes will follow.
my (@socket, @peer, @owed, @last);
my ($reads, $writes) = ('', '');
my $entrance = fileno $door;
vec($reads, $entrance, 1) = 1;

until ($ended) {
  my ($readable, $writable) = ($reads, $writes);
  # A signal may have come right before, so this waits no longer than that.
  next if select($readable, $writable, undef, 1) <= 0;
  my $bits = unpack 'b*', $readable;
  for (my $one = index $bits, '1'; $one >= 0; $one = index $bits, '1', $one + 1) {
    if ($one == $entrance) { welcome() }
    elsif ($socket[$one]) { pass($one) }
  }
  $bits = unpack 'b*', $writable;
  for (my $one = index $bits, '1'; $one >= 0; $one = index $bits, '1', $one + 1) {
    flush($one) if $socket[$one];
  }
}
waitpid $pid, 0;
exit($? & 127 ? 128 + ($? & 127) : $? >> 8);

sub welcome {
  while (accept(my $near, $door)) {
    # Where a connection cannot be opened now, the client sees a closed connection and tries again.
    next if fileno($near) > MOST_DESCRIPTORS;
    socket(my $far, AF_INET, SOCK_STREAM, 0) or next;
    setsockopt($far, IPPROTO_TCP, TCP_NODELAY, 1);
    connect($far, $to) or next;
    my ($one, $other) = (fileno $near, fileno $far);
    @socket[$one, $other] = ($near, $far);
    @peer[$one, $other] = ($other, $one);
    for my $fd ($one, $other) {
      patient($socket[$fd]);
      ($owed[$fd], $last[$fd]) = ('', 0);
      vec($reads, $fd, 1) = 1;
    }
  }
}

# Reads from one side and writes to the other. While the other side does not take bytes, no more are read.
sub pass {
  my ($from) = @_;
  my $to = $peer[$from];
  my $got = sysread $socket[$from], my $bytes, CHUNK;
  if ($got) {
    my $put = syswrite $socket[$to], $bytes;
    return if defined $put && $put == $got;
    return part($to) unless defined $put || $!{EAGAIN} || $!{EINTR};
    $owed[$to] = substr $bytes, $put // 0;
    vec($writes, $to, 1) = 1;
  } else {
    return if !defined $got && ($!{EAGAIN} || $!{EINTR});
    return part($from) unless defined $got;
    $last[$to] = 1;
    end($to);
  }
  vec($reads, $from, 1) = 0 if $socket[$from];
}

sub flush {
  my ($to) = @_;
  my $put = syswrite $socket[$to], $owed[$to];
  return part($to) unless defined $put || $!{EAGAIN} || $!{EINTR};
  substr($owed[$to], 0, $put // 0) = '';
  return if length $owed[$to];
  vec($writes, $to, 1) = 0;
  if ($last[$to]) { end($to) }
  else { vec($reads, $peer[$to], 1) = 1 }
}

# Ends the writing to a side once it has all bytes; closes a connection that both sides have ended.
sub end {
  my ($to) = @_;
  return if length $owed[$to];
  my $from = $peer[$to];
  return part($to) if $last[$from] && !length $owed[$from];
  shutdown($socket[$to], SHUT_WR);
}

sub part {
  my ($one) = @_;
  for my $fd ($one, $peer[$one]) {
    vec($reads, $fd, 1) = 0;
    vec($writes, $fd, 1) = 0;
    close $socket[$fd];
    $socket[$fd] = undef;
  }
}

sub patient {
  my ($socket) = @_;
  fcntl($socket, F_SETFL, fcntl($socket, F_GETFL, 0) | O_NONBLOCK);
}
