# What a unit does now: a file that its keeper writes, which is believed as long as the keeper lives.

sub place { "$RUNNING/$_[0]" }

# A lock of a unit, which root alone can take: of the one keeper, or of the one program that asks for a start. It is held
# as long as what this answers; undef where it is not to be waited for, and another has it.
sub lock_unit {
  my ($name, $which, $waits) = @_;
  sysopen(my $lock, place($name) . "/$which", O_WRONLY | O_CREAT | O_NOFOLLOW | O_NONBLOCK, 0600) or return undef;
  return flock($lock, LOCK_EX | ($waits ? 0 : LOCK_NB)) ? $lock : undef;
}

# What stat(5) of a process says behind its name, which may hold anything; nothing where it has ended.
sub stat_of {
  my ($pid) = @_;
  open(my $file, '<', "/proc/$pid/stat") or return ();
  read($file, my $stat, 4096) or return ();
  return split ' ', substr $stat, rindex($stat, ')') + 2;
}

# A process as pid:start, so that a later one with its pid is another.
sub mark_of {
  my ($pid) = @_;
  my @stat = stat_of($pid) or return '';
  return "$pid:$stat[19]";
}

sub is_kept {
  my ($pid) = ($_[0]{Keeper} // '') =~ /^(\d+):/ or return 0;
  return mark_of($pid) eq $_[0]{Keeper};
}

sub state_of {
  my ($name) = @_;
  my %state = map { /^(\w+)=(.*)$/ ? ($1 => $2) : () } split /\n/, slurp(place($name) . '/state') // '';
  my $script = script_of($name);
  if (defined $script) {
    my $runs = run_script($script, 'status') == 0;
    return { ActiveState => $runs ? 'active' : 'inactive', SubState => $runs ? 'running' : 'dead', Result => 'success' };
  }
  if ($name =~ /\.target$/) {
    my $reached = defined file_of($name) ? 'active' : 'inactive';
    return { ActiveState => $reached, SubState => $reached eq 'active' ? 'active' : 'dead', Result => 'success' };
  }
  %state = (ActiveState => 'inactive', SubState => 'dead', Result => 'success') unless $state{ActiveState};
  if ($state{ActiveState} !~ /^(?:inactive|failed)$/ and !is_kept(\%state)) {
    @state{qw(ActiveState SubState MainPID)} = ('failed', 'failed', 0);
  }
  return \%state;
}

sub write_state {
  my ($name, $state) = @_;
  spill(place($name) . '/state', join '', map { "$_=" . ($state->{$_} // '') =~ s/\n/ /gr . "\n" } sort keys %$state);
}

# Runs a script of /etc/init.d; what it writes is in the log of its unit. Answers its exit code.
sub run_script {
  my ($script, $verb) = @_;
  my ($stem) = $script =~ m{([^/]+)$};
  defined(my $child = fork) or return 255;
  if (!$child) {
    my $log = $verb eq 'status' ? undef : open_log("$stem.service");
    open(STDIN, '<', '/dev/null');
    open(STDOUT, '>', '/dev/null');
    open(STDOUT, '>&', $log) if $log;
    open(STDERR, '>&', \*STDOUT);
    %ENV = (PATH => $PATH, SYSTEMCTL_SKIP_REDIRECT => 1);
    chdir '/';
    exec $script, $verb or POSIX::_exit(127);
  }
  waitpid($child, 0);
  return $? >> 8 || $?;
}

# The log of a unit, to append to. What is no plain file stays as it is, and nothing is logged.
sub open_log {
  my ($name) = @_;
  folders($LOGS);
  chmod 0750, $LOGS;
  sysopen(my $log, "$LOGS/$name.log", O_WRONLY | O_CREAT | O_APPEND | O_NOFOLLOW | O_NONBLOCK, 0640) or return undef;
  return -f $log ? $log : undef;
}

# The parent of every process that has not ended.
sub parents {
  opendir(my $list, '/proc') or return {};
  my %parent;
  for (grep { /^\d+$/ } readdir $list) {
    my @stat = stat_of($_) or next;
    $parent{$_} = $stat[1] if $stat[0] ne 'Z';
  }
  return \%parent;
}

sub descendants {
  my ($of) = @_;
  my $parent = parents();
  my %children;
  push @{ $children{ $parent->{$_} } }, $_ for keys %$parent;
  my @found = @{ $children{$of} || [] };
  for (my $at = 0; $at < @found; $at++) { push @found, @{ $children{ $found[$at] } || [] } }
  return @found;
}
