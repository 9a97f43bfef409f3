# Starts what the crontabs of a machine name (crontab(5)) for the minute of its first argument, which is in seconds since
# 1970, or for a boot, where that is "reboot". Its second argument is the folder of the machine's files; by default /.
# Init runs it every minute. Debian's cron cannot serve here: it changes to the user of each job, and a machine has one.
# Jobs of every user run as that one; what they write goes to the console.
use strict;

my ($at, $root) = (@ARGV, '');
my (undef, $minute, $hour, $day, $month, undef, $weekday) = localtime($at eq 'reboot' ? 0 : $at);
my @now = ($minute, $hour, $day, $month + 1, $weekday);
my @least = (0, 0, 1, 1, 0);
my @most = (59, 23, 31, 12, 7);
my @months = qw(jan feb mar apr may jun jul aug sep oct nov dec);
my @weekdays = qw(sun mon tue wed thu fri sat);
my %number = ((map { $months[$_] => $_ + 1 } 0 .. 11), (map { $weekdays[$_] => $_ } 0 .. 6));
my %short = (
  yearly => '0 0 1 1 *', annually => '0 0 1 1 *', monthly => '0 0 1 * *', weekly => '0 0 * * 0',
  daily => '0 0 * * *', midnight => '0 0 * * *', hourly => '0 * * * *',
);

run_table($_, 1) for "$root/etc/crontab", grep { m{/[A-Za-z0-9_-]+$} } glob "$root/etc/cron.d/*";
run_table($_, 0) for glob "$root/var/spool/cron/crontabs/*";

sub run_table {
  my ($path, $has_user) = @_;
  open(my $file, '<', $path) or return;
  my %env = (HOME => '/root', LOGNAME => 'root', USER => 'root', SHELL => '/bin/sh', PATH => '/usr/bin:/bin');
  while (my $line = <$file>) {
    chomp $line;
    $line =~ s/^\s+//;
    next if $line eq '' or $line =~ /^#/;
    if ($line =~ /^(\w+)\s*=\s*(.*?)\s*$/) {
      my ($name, $text) = ($1, $2);
      $text =~ s/^(["'])(.*)\1$/$2/;
      $env{$name} = $text;
      next;
    }
    my ($when, $rest) = $line =~ /^(@\w+|(?:\S+\s+){4}\S+)\s+(.*)$/ or next;
    $rest =~ s/^\S+\s+// if $has_user;
    start($rest, \%env) if is_due($when);
  }
}

sub is_due {
  my ($when) = @_;
  return $at eq 'reboot' if $when eq '@reboot';
  return 0 if $at eq 'reboot';
  $when = $short{$1} || return 0 if $when =~ /^@(\w+)$/;
  my @fields = split ' ', lc $when;
  my @matches = map { matches($fields[$_], $_) } 0 .. 4;
  # Where both days are restricted, one of them is enough.
  my $days = $fields[2] =~ /^\*/ || $fields[4] =~ /^\*/ ? $matches[2] && $matches[4] : $matches[2] || $matches[4];
  return $matches[0] && $matches[1] && $matches[3] && $days;
}

# Whether a field names the present minute, hour, day, month or weekday, of which 7 is Sunday too.
sub matches {
  my ($field, $at) = @_;
  for (split /,/, $field) {
    my ($range, $step) = m{^([^/]+)(?:/(\d+))?$} or next;
    my ($from, $to) = $range eq '*' ? ($least[$at], $most[$at]) : map { $number{$_} // $_ } split /-/, $range;
    next if grep { defined && !/^\d+$/ } $from, $to;
    $to //= $step ? $most[$at] : $from;
    for my $now ($at == 4 && $now[4] == 0 ? (0, 7) : $now[$at]) {
      return 1 if $now >= $from && $now <= $to && ($now - $from) % ($step || 1) == 0;
    }
  }
  return 0;
}

# The first % ends the command; what follows is its input, in which each % begins a line. \% is a percent sign.
sub start {
  my ($text, $env) = @_;
  my ($command, @input) = map { s/\\%/%/gr } split /(?<!\\)%/, $text;
  defined(my $child = fork) or return;
  return if $child;
  %ENV = %$env;
  chdir $ENV{HOME} or chdir '/';
  if (@input) {
    pipe(my $read, my $write);
    print {$write} join("\n", @input), "\n";
    close $write;
    open(STDIN, '<&', $read);
  }
  exec { $ENV{SHELL} } $ENV{SHELL}, '-c', $command;
  exit 127;
}
