# Keeps one unit: all that its programs start stays below this process, as it is their reaper. TERM stops the unit, HUP
# reloads it. It ends when the unit has stopped, and takes away what init would start again.

my ($unit, $who, $env, %watched, %ended, $asked, $reload, $main, $ready, $status, $from, $into, $host, @last);
my %state;
# Failures of which the host is told in that many seconds, which it bounds as well.
my ($MOST_TOLD, $TOLD_WITHIN) = (8, 3600);

sub set_state {
  my ($active, $sub, %more) = @_;
  %state = (%state, ActiveState => $active, SubState => $sub, MainPID => $main // 0, StatusText => $status // '', %more);
  write_state($unit->{name}, \%state);
}

sub keep_unit {
  my ($name) = @_;
  begin_telling();
  folders(place($name));
  my $lock = lock_unit($name, 'keeper.lock') or exit 0;
  end_what_was_left(state_of($name)->{InvocationID});
  syscall($CALL->{prctl}, 36, 1, 0, 0, 0) if $CALL->{prctl};
  pipe($from, $into) or exit 1;
  pipe(my $woken, my $wake) or exit 1;
  fcntl($_, F_SETFL, O_NONBLOCK) for $from, $woken, $wake;
  my $on = sub { my ($set) = @_; sub { $$set = 1 if $set; syswrite $wake, '.' } };
  @SIG{qw(TERM HUP CHLD PIPE)} = ($on->(\$asked), $on->(\$reload), $on->(), 'IGNORE');
  begin_output($name, $woken);
  my @starts;
  $unit = load_unit($name);
  while (1) {
    push @starts, now();
    my $result = live();
    last if $asked or !restarts($result);
    my $within = seconds_of(last_of($unit, 'StartLimitIntervalSec', 'Unit') // last_of($unit, 'StartLimitInterval') // 10);
    my $most = last_of($unit, 'StartLimitBurst', 'Unit') // last_of($unit, 'StartLimitBurst') // 5;
    if (grep({ now() - $_ < ($within // 1e9) } @starts) >= $most) {
      note('it is not started again: it has ended too often');
      $state{Result} = 'start-limit-hit';
      last;
    }
    my $pause = seconds_of(last_of($unit, 'RestartSec') // '100ms') // 0.1;
    set_state('activating', 'auto-restart');
    tend(sub { $asked }, $pause < 0.1 ? 0.1 : $pause);
    last if $asked;
    $unit = load_unit($name);
    $state{NRestarts}++;
  }
  drain();
  unlink place($name) . '/run';
  $main = undef;
  $status = '';
  my $failed = $state{Result} ne 'success';
  set_state($failed ? ('failed', 'failed') : ('inactive', 'dead'));
  tell_host() if $failed;
  exit 0;
}

# Init's line to the host, for this process alone.
sub begin_telling {
  open(my $given, '>&=', 3) or return;
  return unless -p $given;
  # Opened anew, so that what waits for the host is this process alone, and not init.
  sysopen($host, '/proc/self/fd/3', O_WRONLY | O_NONBLOCK) or $host = undef;
}

sub tell_host {
  my $note = "$RUNNING/.told";
  my @told = grep { time - $_ < $TOLD_WITHIN } split ' ', slurp($note) // '';
  return unless $host and @told < $MOST_TOLD;
  spill($note, join "\n", @told, time);
  my $said = join "\t", "failed $unit->{name}", $state{Result}, map { substr(s/[\0-\x1f\x7f]/ /gr, 0, 140) } @last;
  # Not waited for, should nobody listen.
  local $SIG{PIPE} = 'IGNORE';
  syswrite $host, "$said\n";
}

# One life of a unit, from its start to the end of its last process. Answers how it ended, as systemd names it.
sub live {
  my $type = last_of($unit, 'Type') // (all_of($unit, 'ExecStart') ? 'simple' : 'oneshot');
  ($main, $ready, $status) = (undef, 0, '');
  my $id = join '', map { sprintf '%04x', int rand 65_536 } 1 .. 8;
  set_state('activating', 'start', Result => 'success', ExecMainStatus => 0, InvocationID => $id, Keeper => mark_of($$));
  my $result = begin($type, $id);
  if ($result eq 'success' and !$asked) {
    my $stays = is_yes(last_of($unit, 'RemainAfterExit'));
    set_state('active', defined $main ? 'running' : 'exited', ActiveEnterTimestamp => time);
    $result = serve($type) if defined $main;
    if ($stays and $result eq 'success' and !$asked) {
      set_state('active', 'exited');
      wait_and_reload();
    }
    $result = run_all('ExecStop', seconds_of(last_of($unit, 'TimeoutStopSec') // last_of($unit, 'TimeoutSec') // 90), 1)
      if $asked or $result eq 'success';
    $result = 'success' if $asked;
  }
  set_state('deactivating', 'stop-sigterm');
  end_processes();
  run_all('ExecStopPost', 90, 1);
  clean_folders();
  $state{Result} = $result if $result ne 'skipped';
  note("it failed: $result") if $result !~ /^(?:success|skipped)$/;
  return $result;
}

# Starts a unit, until it is ready or has failed.
sub begin {
  my ($type, $id) = @_;
  my $limit = seconds_of(last_of($unit, 'TimeoutStartSec') // last_of($unit, 'TimeoutSec') // ($type eq 'oneshot' ? 'infinity' : 90));
  return 'resources' unless prepare($type, $id);
  return 'skipped' unless conditions_hold($unit);
  for my $key (qw(ExecCondition ExecStartPre)) {
    my $result = run_all($key, $limit);
    return $key eq 'ExecCondition' ? 'skipped' : $result if $result ne 'success';
  }
  if ($type eq 'oneshot') {
    my $result = run_all('ExecStart', $limit);
    return $result eq 'success' ? run_all('ExecStartPost', $limit) : $result;
  }
  my $command = command_of(last_of($unit, 'ExecStart') // '', $env) or return complain_of('it has no ExecStart=', 'resources');
  my ($pid, $why, $code) = start_program($unit, $command, $who, $env, $into);
  return complain_of($why, 'exit-code', $code) unless $pid;
  $watched{$pid} = 1;
  if ($type eq 'forking') {
    my $result = result_of($pid, $limit);
    return $result if $result ne 'success';
    $main = forked_main($limit) // return complain_of('it left no process', 'protocol');
    $watched{$main} = 1;
  } else {
    $main = $pid;
    set_state('activating', 'start');
  }
  if ($type =~ /^notify/) {
    tend(sub { $ready || $asked || exists $ended{$main} }, $limit) or return complain_of('it did not say that it is ready', 'timeout');
    return main_result() if exists $ended{$main};
  }
  return $asked ? 'success' : run_all('ExecStartPost', $limit);
}

# Waits for the end of the main process, and reloads meanwhile.
sub serve {
  while (1) {
    tend(sub { $asked || $reload || exists $ended{$main} });
    return main_result() if exists $ended{$main};
    return 'success' if $asked;
    reload_now();
  }
}

sub wait_and_reload {
  until ($asked) {
    tend(sub { $asked || $reload });
    reload_now() if $reload;
  }
}

sub reload_now {
  $reload = 0;
  run_all('ExecReload', 90, 1);
  set_state('active', $state{SubState}, Reloads => ($state{Reloads} // 0) + 1);
}

sub main_result {
  my $how = $ended{$main};
  my $name = last_of($unit, 'SuccessExitStatus') // '';
  $state{ExecMainStatus} = $how >> 8 || $how & 127;
  my $result = verdict($how, $name);
  take_all();
  note(($how & 127 ? 'its program was ended by signal ' . ($how & 127) : 'its program ended with code ' . ($how >> 8)));
  $main = undef;
  return $result;
}

# HUP, INT, TERM and PIPE are ends in order, too.
sub verdict {
  my ($how, $fine) = @_;
  my $signal = $how & 127;
  return $signal =~ /^(?:1|2|13|15)$/ ? 'success' : 'signal' if $signal;
  my $code = $how >> 8;
  return $code == 0 || grep({ $_ eq $code } split ' ', $fine) ? 'success' : 'exit-code';
}

sub restarts {
  my ($result) = @_;
  my $when = last_of($unit, 'Restart') // 'no';
  my $code = $state{ExecMainStatus};
  return 0 if $result eq 'skipped' or $when eq 'no' or grep { $_ eq $code } words_of($unit, 'RestartPreventExitStatus');
  return 1 if $when eq 'always';
  return $result eq 'success' if $when eq 'on-success';
  return $result ne 'success' if $when eq 'on-failure';
  return $result =~ /^(?:signal|timeout)$/ if $when =~ /^on-ab/;
  return 0;
}
