# An SFTP server: version 3 of the protocol (draft-ietf-secsh-filexfer-02) on standard input and output, with the
# extensions that OpenSSH's clients ask for. The parts wire, attributes, handles, paths, extensions and serve are one
# program, in this order; perl gets it as text, so that no file of it is in the machine. It needs nothing beyond
# perl-base. Arguments: the numbers of the system calls statfs, utimensat and fchownat, or none of them.

# Modules are the system's own: a perl that the machine's owner has built in /usr/local may have another version.
BEGIN { @INC = grep { !m{^/(?:etc|usr/local)/} } @INC }
use strict;
use Cwd ();
use Errno;
use Fcntl;

$0 = 'sftp-server';

use constant { OK => 0, EOF => 1, NO_SUCH_FILE => 2, PERMISSION_DENIED => 3, FAILURE => 4, BAD_MESSAGE => 5, OP_UNSUPPORTED => 8 };
use constant { HELLO => 1, VERSION => 2, STATUS => 101, HANDLE => 102, DATA => 103, NAME => 104, ATTRS => 105, REPLY => 201 };
# OpenSSH's limit: its client reads no longer packet either.
use constant MAX_PACKET => 256 * 1024;
use constant MAX_DATA => MAX_PACKET - 1024;

# The packet that is being served, and how far it has been read; and replies that have not been sent.
my ($packet, $at, $out) = ('', 0, '');

# Ends a request with a status.
sub refuse { die [@_] }

# Ends a request with the system's error.
sub failed {
  my $words = "$!";
  refuse(NO_SUCH_FILE, $words) if $!{ENOENT} || $!{ENOTDIR} || $!{ELOOP};
  refuse(PERMISSION_DENIED, $words) if $!{EACCES} || $!{EPERM};
  refuse(OP_UNSUPPORTED, $words) if $!{ENOSYS} || $!{EOPNOTSUPP};
  refuse(FAILURE, $words);
}

sub check { $_[0] or failed() }

sub take {
  my ($length) = @_;
  refuse(BAD_MESSAGE, 'the packet is too short') if length($packet) - $at < $length;
  $at += $length;
  return substr($packet, $at - $length, $length);
}

sub u32 { return unpack('N', take(4)) }

sub u64 {
  my ($high, $low) = unpack('N N', take(8));
  refuse(FAILURE, 'the number is too large') if $high > 0x7fffffff;
  return $high * 4294967296 + $low;
}

sub text { return take(u32()) }

sub path {
  my $path = text();
  refuse(BAD_MESSAGE, 'a path holds a zero byte') if index($path, "\0") >= 0;
  return $path;
}

sub pack_u64 { return map { my $low = $_ % 4294967296; pack('N N', ($_ - $low) / 4294967296, $low) } @_ }

sub reply {
  my ($type, $body) = @_;
  $out .= pack('N C', 1 + length $body, $type) . $body;
}

sub status {
  my ($id, $code, $words) = @_;
  reply(STATUS, pack('N N N/a* N', $id, $code, $words, 0));
}

sub done { status($_[0], OK, 'Success') }

# One name, without attributes.
sub reply_name {
  my ($id, $name) = @_;
  reply(NAME, pack('N N N/a* N/a* N', $id, 1, $name, $name, 0));
}
