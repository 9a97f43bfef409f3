# What a keeper does meanwhile: it reads what the unit writes, hears what it says of itself, and waits for processes.

my ($log, $log_size, $console, $notify, $woken, $line, $pending) = (undef, 0, undef, undef, undef, '', '');
# Longest line, in bytes, and most bytes that wait for the console. A unit that writes faster waits.
my ($LONGEST_LINE, $MOST_PENDING) = (4096, 65_536);

sub begin_output {
  my ($name);
  ($name, $woken) = @_;
  # Opened anew, so that init's own end of it still waits.
  sysopen($console, '/proc/self/fd/1', O_WRONLY | O_NONBLOCK) or $console = undef;
  $console = undef if defined $console and !-p $console;
  $log = open_log($name);
  $log_size = $log ? -s $log : 0;
  my $at = place($name) . '/notify';
  unlink $at;
  socket($notify, AF_UNIX, SOCK_DGRAM, 0) && bind($notify, pack_sockaddr_un($at)) && chmod(0666, $at) or $notify = undef;
  fcntl($notify, F_SETFL, O_NONBLOCK) if $notify;
}

# Works until a condition holds. Answers whether it does; not after that many seconds.
sub tend {
  my ($until, $limit) = @_;
  my $end = defined $limit ? now() + $limit : undef;
  until (reap() && $until->()) {
    my $left = defined $end ? $end - now() : undef;
    return 0 if defined $left and $left <= 0;
    my ($reads, $writes) = ('', '');
    for (grep { defined } $woken, $notify, length $pending < $MOST_PENDING ? $from : ()) { vec($reads, fileno $_, 1) = 1 }
    vec($writes, fileno $console, 1) = 1 if $pending ne '' and $console;
    select(my $readable = $reads, my $writable = $writes, undef, $left) > 0 or next;
    1 while vec($readable, fileno $woken, 1) && sysread $woken, my $dots, 64;
    hear() if $notify and vec($readable, fileno $notify, 1);
    take() if vec($readable, fileno $from, 1);
    give() if $pending ne '';
  }
  return 1;
}

sub reap {
  while ((my $pid = waitpid(-1, POSIX::WNOHANG())) > 0) { $ended{$pid} = $? if $watched{$pid} }
  return 1;
}

sub hear {
  recv($notify, my $said, 4096, 0) // return;
  $ready = 1 if $said =~ /^READY=1$/m;
  $status = substr $1, 0, 200 if $said =~ /^STATUS=(.*)$/m;
  if ($said =~ /^MAINPID=(\d+)$/m) {
    my $pid = $1;
    if (grep { $_ == $pid } descendants($$)) { $watched{$pid} = 1; $main = $pid }
  }
  set_state(@state{qw(ActiveState SubState)});
}

sub take {
  sysread($from, my $bytes, 16_384) or return 0;
  $line .= $bytes;
  while ($line =~ s/^([^\n]{0,$LONGEST_LINE})\n// or length $line > $LONGEST_LINE and $line =~ s/^(.{$LONGEST_LINE})//s) {
    put_line($1);
  }
  return 1;
}

# Takes what is in the pipe.
sub take_all {
  for (1 .. 64) { take() or last }
}

# Takes what is still there when nothing of the unit runs.
sub drain {
  take_all();
  put_line($line) if $line ne '';
  $line = '';
  give();
}

# A line of the keeper's own.
sub note { put_line("$unit->{name}: $_[0]") }

sub put_line {
  my ($text) = @_;
  push @last, $text;
  shift @last if @last > 5;
  $pending .= "$text\n" if $console;
  return unless $log;
  my $full = POSIX::strftime('%b %d %H:%M:%S', localtime) . " $text\n";
  if (($log_size += length $full) > $LONGEST_FILE) {
    my $path = "$LOGS/$unit->{name}.log";
    rename $path, "$path.1";
    $log = open_log($unit->{name}) or return;
    $log_size = length $full;
  }
  syswrite $log, $full;
}

sub give {
  return $pending = '' unless $console;
  my $count = syswrite $console, $pending, 4096;
  substr($pending, 0, $count, '') if $count;
}

sub complain_of {
  my ($why, $result, $code) = @_;
  note($why);
  $state{ExecMainStatus} = $code if defined $code;
  return $result;
}

# Runs the lines of a key, one after another. Answers how the first ended that may not fail.
sub run_all {
  my ($key, $limit, $is_last) = @_;
  for my $line (all_of($unit, $key)) {
    $env->{MAINPID} = $main // '';
    my $command = command_of($line, $env) or next;
    my ($pid, $why, $code) = start_program($unit, $command, $who, $env, $into);
    my $result = 'exit-code';
    if ($pid) { $watched{$pid} = 1; $result = result_of($pid, $limit, $is_last) }
    else { complain_of("$key=: $why", $result, $code) }
    return $result unless $result eq 'success' or $command->{may_fail};
  }
  return 'success';
}

# How a command ends; with `$is_last`, a request to stop does not end it.
sub result_of {
  my ($pid, $limit, $is_last) = @_;
  my $done = tend(sub { exists $ended{$pid} || $asked && !$is_last }, $limit);
  if (exists $ended{$pid}) {
    my $how = delete $ended{$pid};
    my $result = verdict($how, last_of($unit, 'SuccessExitStatus') // '');
    $state{ExecMainStatus} = $how >> 8 || $how & 127 if $result ne 'success';
    return $result;
  }
  return 'success' if $done;
  kill KILL => $pid;
  return complain_of('a program of it took too long', 'timeout');
}

# The process that a forking service left: as its file says, or the first that is there.
sub forked_main {
  my ($limit) = @_;
  my $file = last_of($unit, 'PIDFile');
  my $end = now() + ($limit // 90);
  while (!$asked and now() < $end) {
    my @all = descendants($$);
    return $all[0] if !@all or !defined $file;
    my ($said) = (slurp($file =~ m{^/} ? $file : "/run/$file") // '') =~ /^\s*(\d+)/;
    return $said if defined $said and grep { $_ == $said } @all;
    # Nobody says when the file is there.
    tend(sub { $asked }, 0.05);
  }
  return (descendants($$))[0];
}
