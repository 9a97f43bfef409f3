#!/bin/sh
# systemctl, journalctl, service, timedatectl, hostnamectl, rc-service and rc-update of a machine whose process 1 is
# ../init.sh, by the name that this is called by. Init runs it as well, to keep a unit running, and to start what is
# enabled. Unit files are read here, inside the machine, as the user who asks. program.ts has the order of the files
# that this is made of.
command -v perl >/dev/null || { echo "${0##*/}: this machine has no perl (install the package perl)" >&2; exit 1; }
PERL_BADLANG=0 exec perl -x "$0" "$@"
#!perl
use strict;
use Fcntl qw(:flock O_WRONLY O_CREAT O_APPEND O_NOFOLLOW O_NONBLOCK F_SETFL);
use POSIX ();
use Socket;

# Where unit files are; the first folder that has a name decides.
my $OWN = '/etc/systemd/system';
my @FOLDERS = ($OWN, map { "$_/lib/systemd/system" } '/usr/local', '/usr', '');
# What runs: a folder for each unit, in which init looks for `run`.
my $RUNNING = '/run/units';
my $LOGS = '/var/log/units';
my $PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';
my $PROGRAM = $0 =~ m{([^/]+)$} ? $1 : 'systemctl';
# What a file of a guest may have, in bytes: a unit, a list of variables, a log before it begins anew.
my $LONGEST_FILE = 1 << 20;

# What there is no part of systemd for, and what does the same here.
my %REFUSED = (
  socket => ['sockets', 'start the service itself'],
  timer => ['timers', 'use cron'],
  path => ['paths', 'use a service that watches'],
  slice => ['slices', 'the limits are those of the plan'],
  scope => ['scopes', 'the limits are those of the plan'],
  mount => ['mounts', 'use /etc/fstab'],
  automount => ['automounts', 'use /etc/fstab'],
  swap => ['swaps', 'the memory is that of the plan'],
  device => ['devices', 'the devices are those of the machine'],
);

sub complain { print STDERR "$PROGRAM: $_[0]\n" }
sub give_up { complain($_[0]); exit($_[1] // 1) }
sub is_yes { ($_[0] // '') =~ /^(?:1|yes|true|on|y|t)$/i }
# Seconds since the machine's host began, which nobody sets.
sub now { (POSIX::times())[0] / POSIX::sysconf(POSIX::_SC_CLK_TCK()) }
sub rest { select(undef, undef, undef, $_[0]) }

# The text of a plain file; nothing is waited for, as a pipe in its place would have it.
sub slurp {
  my ($path) = @_;
  return undef unless -f $path and open(my $file, '<', $path);
  read($file, my $text, $LONGEST_FILE);
  return $text;
}

# Replaces a file as a whole.
sub spill {
  my ($path, $text, $mode) = @_;
  my $draft = "$path.$$";
  open(my $file, '>', $draft) or return 0;
  print {$file} $text;
  chmod $mode // 0644, $draft;
  return close($file) && rename($draft, $path);
}

sub folders {
  my ($path) = @_;
  my $way = '';
  for (split m{/}, substr $path, 1) { mkdir $way .= "/$_" }
  return -d $path;
}

# A unit's full name, or the end of the program.
sub name_of {
  my ($word) = @_;
  $word =~ s{^.*/}{};
  my $name = $word =~ /\.(?:service|target)$/ || $word =~ /\.(\w+)$/ && $REFUSED{$1} ? $word : "$word.service";
  give_up("$word: this is no name of a unit") unless $name =~ /^[A-Za-z0-9:_.\\@-]{1,255}$/ and $name !~ /^\./;
  if ($name =~ /\.(\w+)$/ and my $kind = $REFUSED{$1}) {
    give_up("$name: $kind->[0] are not supported ($kind->[1])");
  }
  return $name;
}
