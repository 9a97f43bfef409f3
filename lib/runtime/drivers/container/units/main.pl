# What is asked for.

# What a verb does with each name: why it could not, or undef.
my %CHANGES = (
  start => undef,
  stop => sub { stop_unit($_[0]) },
  restart => sub { restart_unit($_[0], $_[1]) },
  'try-restart' => sub { runs($_[0]) ? restart_unit($_[0], $_[1]) : undef },
  reload => sub { reload_unit($_[0]) },
  'reload-or-restart' => sub { runs($_[0]) && can_reload($_[0]) ? reload_unit($_[0]) : restart_unit($_[0], $_[1]) },
  'try-reload-or-restart' => sub {
    !runs($_[0]) ? undef : can_reload($_[0]) ? reload_unit($_[0]) : restart_unit($_[0], $_[1]);
  },
  enable => sub { enable_unit($_[0], $_[2]{quiet}) },
  disable => sub { disable_unit($_[0], $_[2]{quiet}) },
  reenable => sub { disable_unit($_[0], $_[2]{quiet}) // enable_unit($_[0], $_[2]{quiet}) },
  mask => sub { mask_unit($_[0]) },
  unmask => sub { unmask_unit($_[0]) },
  kill => sub { kill_unit($_[0], $_[2]{signal}) },
  'reset-failed' => sub { unlink place($_[0]) . '/state' unless is_kept(state_of($_[0])); undef },
);
my %OTHER_NAMES = (condrestart => 'try-restart', 'force-reload' => 'reload-or-restart', 'reload-or-try-restart' => 'try-reload-or-restart');
my %LOOKS = (status => \&status, show => \&show, cat => \&cat);
my %TESTS = ('is-active' => sub { state_of($_[0])->{ActiveState} }, 'is-failed' => sub { state_of($_[0])->{ActiveState} });
my %POWER = (reboot => 'USR1', poweroff => 'TERM', halt => 'TERM');

sub runs { state_of($_[0])->{ActiveState} =~ /^(?:active|activating)$/ }
sub can_reload { script_of($_[0]) || all_of(load_unit($_[0]), 'ExecReload') }

sub kill_unit {
  my ($name, $signal) = @_;
  my $pid = state_of($name)->{MainPID} || return 'it is not running';
  return kill(($signal // 'TERM') =~ s/^SIG//r, $pid, descendants($pid)) ? undef : "$!";
}

# Flags, and the other words. Flags that say how systemd is to show or to hurry mean nothing here.
sub flags_of {
  my (%flags, @words);
  my $plain = qr/^(?:-l|--full|--no-pager|--system|--no-ask-password|-f|--force|--plain|--no-wall|--runtime|--no-reload|-r|--recursive|--show-types|-i)$/;
  while (defined(my $word = shift @_)) {
    if ($word =~ /^(?:-q|--quiet)$/) { $flags{quiet} = 1 }
    elsif ($word =~ /^--(?:now|value|wait)$/) { $flags{ substr $word, 2 } = 1 }
    elsif ($word eq '--no-block') { $flags{no_block} = 1 }
    elsif ($word =~ /^(?:-a|--all)$/) { $flags{all} = 1 }
    elsif ($word =~ /^--no-legend$|^--legend=(?:no|false|0)$/) { $flags{legend} = 1 }
    elsif ($word =~ /^(?:-p|--property)$/) { push @{ $flags{property} }, shift @_ }
    elsif ($word =~ /^(?:-p|-P|--property=)(.+)$/) { push @{ $flags{property} }, $1 }
    elsif ($word eq '-P') { push @{ $flags{property} }, shift @_; $flags{value} = 1 }
    elsif ($word =~ /^(?:-n|--lines|-t|--type|-s|--signal|--state)$/) { $flags{ { n => 'lines', t => 'type', s => 'signal' }->{ $word =~ s/^-+//r } // $word =~ s/^-+//r } = shift @_ }
    elsif ($word =~ /^--(lines|type|signal|state)=(.*)$/ or $word =~ /^-([nts])(.+)$/) { $flags{ { n => 'lines', t => 'type', s => 'signal' }->{$1} // $1 } = $2 }
    elsif ($word eq '--failed') { $flags{state} = 'failed' }
    elsif ($word eq '--version') { print "systemctl of svc (not systemd)\n"; exit 0 }
    elsif ($word eq '--user') { give_up('--user: units of users are not supported (run systemctl as root)') }
    elsif ($word =~ /^-/ and $word !~ $plain) { give_up("$word: this option is not supported") }
    elsif ($word !~ /^-/) { push @words, $word }
  }
  return (\%flags, @words);
}

sub change {
  my ($verb, $names, $flags) = @_;
  give_up("$verb: only root may do this (sudo systemctl $verb)", 4) if $> != 0;
  give_up("$verb: the name of a unit is missing") unless @$names or $verb eq 'reset-failed';
  my $code = 0;
  my $failed = $verb eq 'start' ? start_units($names, waits => !$flags->{no_block}) : {};
  for my $name ($verb eq 'start' ? () : @$names) {
    my $why = $CHANGES{$verb}->($name, !$flags->{no_block}, $flags);
    $why //= $verb eq 'enable' ? start_units([$name], waits => 1)->{ real_name($name) } : stop_unit($name)
      if $flags->{now} and $verb =~ /^(?:enable|disable|mask)$/;
    $failed->{$name} = $why if defined $why;
  }
  for my $name (sort keys %$failed) {
    complain("$name: $failed->{$name}");
    $code = $failed->{$name} =~ /no unit of this name/ ? 5 : $code || 1;
  }
  return $code;
}

# The state of each, and whether one is in that which is asked for.
sub tests {
  my ($verb, $names, $flags) = @_;
  my $code = $verb eq 'is-active' ? 3 : 1;
  for my $name (@$names) {
    my ($word, $fits) = $verb eq 'is-enabled' ? enabled_word($name) : ($TESTS{$verb}->(real_name($name)));
    $fits = $word eq ($verb eq 'is-active' ? 'active' : 'failed') if $verb ne 'is-enabled';
    if (!defined $word) { complain("$name: there is no unit of this name") }
    else { print "$word\n" unless $flags->{quiet} }
    $code = 0 if $fits;
  }
  return $code;
}

# How far the boot is, by the words of systemctl(1).
sub system_state {
  my ($flags) = @_;
  my $booted = sub { -e '/run/booted' };
  rest(0.05) while $flags->{wait} and !$booted->();
  my $word = !$booted->() ? 'starting' : (grep { state_of($_)->{ActiveState} eq 'failed' } names_started()) ? 'degraded' : 'running';
  print "$word\n" unless $flags->{quiet};
  return $word eq 'running' ? 0 : 1;
}

sub systemctl {
  my ($flags, $verb, @words) = flags_of(@_);
  $verb = $OTHER_NAMES{ $verb // '' } // $verb // 'list-units';
  return list_units(\@words, $flags) if $verb eq 'list-units';
  return list_unit_files(\@words, $flags) if $verb eq 'list-unit-files';
  if (exists $POWER{$verb}) { return kill($POWER{$verb} => 1) ? 0 : give_up("$verb: $!") }
  return 0 if $verb =~ /^daemon-re(?:load|exec)$/;    # unit files are read when they are needed
  return print("multi-user.target\n") && 0 if $verb eq 'get-default';
  return system_state($flags) if $verb eq 'is-system-running';
  my @names = map { name_of($_) } @words;
  return change($verb, \@names, $flags) if exists $CHANGES{$verb};
  return tests($verb, \@names, $flags) if $TESTS{$verb} or $verb eq 'is-enabled';
  if (my $look = $LOOKS{$verb}) { return $look->(\@names, $flags) if @names }
  my @verbs = sort keys %CHANGES, keys %TESTS, keys %LOOKS, qw(is-enabled daemon-reload list-units list-unit-files);
  give_up($LOOKS{$verb} ? "$verb: the name of a unit is missing" : "$verb: this is not supported (" . join(', ', @verbs) . ')');
}

# service(8), for what has a unit and no script.
sub service {
  my ($name, $verb) = @_;
  my $is_unit = defined $verb && !-e "/etc/init.d/$name" && defined file_of(name_of($name));
  exec '/usr/sbin/service', @_ or give_up("/usr/sbin/service: $!") unless $is_unit;
  exit systemctl($verb, $name);
}

keep_unit($ARGV[1]) if ($ARGV[0] // '') eq 'keep-unit' and $0 eq '/run/systemctl';
start_enabled(@ARGV[1 .. $#ARGV]) if ($ARGV[0] // '') eq 'start-enabled' and $0 eq '/run/systemctl';
journal(@ARGV) if $PROGRAM eq 'journalctl';
service(@ARGV) if $PROGRAM eq 'service';
exit rc_service(@ARGV) if $PROGRAM eq 'rc-service';
exit rc_update(@ARGV) if $PROGRAM eq 'rc-update';
exit time_settings(@ARGV) if $PROGRAM eq 'timedatectl';
exit name_settings(@ARGV) if $PROGRAM eq 'hostnamectl';
exit systemctl(@ARGV);
