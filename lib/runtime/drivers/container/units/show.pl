# What units are and do, for people and for programs.

# Properties of a unit as `systemctl show` names them.
sub properties_of {
  my ($asked) = @_;
  my $unit = load_unit($asked);
  my $name = $unit->{name};
  my $script = script_of($name);
  my $state = state_of($name);
  my ($enabled) = enabled_word($name);
  my $since = $state->{ActiveEnterTimestamp};
  return {
    Id => $name, Names => join(' ', $name, $asked eq $name ? () : $asked),
    Description => last_of($unit, 'Description', 'Unit') // $name, Type => last_of($unit, 'Type') // 'simple',
    LoadState => defined $script ? 'loaded' : $unit->{state}, FragmentPath => $script // $unit->{path} // '',
    DropInPaths => join(' ', @{ $unit->{dropped} }), UnitFileState => $enabled // '', NeedDaemonReload => 'no',
    ActiveState => $state->{ActiveState}, SubState => $state->{SubState}, Result => $state->{Result} // 'success',
    MainPID => $state->{MainPID} || 0, ExecMainPID => $state->{MainPID} || 0, NRestarts => $state->{NRestarts} || 0,
    ExecMainStatus => $state->{ExecMainStatus} || 0, StatusText => $state->{StatusText} // '',
    InvocationID => $state->{InvocationID} // '', ActiveEnterTimestamp => $since ? moment($since) : '',
    CanStart => 'yes', CanStop => 'yes', CanReload => all_of($unit, 'ExecReload') ? 'yes' : 'no',
    User => last_of($unit, 'User') // '', Restart => last_of($unit, 'Restart') // 'no',
    map { $_ => join ' ', words_of($unit, $_, 'Unit') } qw(Requires Wants After Before PartOf),
  };
}

sub moment { POSIX::strftime('%a %Y-%m-%d %H:%M:%S %Z', localtime $_[0]) }

sub show {
  my ($names, $flags) = @_;
  my @wanted = map { split /,/ } @{ $flags->{property} || [] };
  my $begun;
  for my $name (@$names) {
    my $of = properties_of($name);
    print "\n" if $begun++;
    for (@wanted ? grep { exists $of->{$_} } @wanted : sort keys %$of) {
      print $flags->{value} ? "$of->{$_}\n" : "$_=$of->{$_}\n";
    }
  }
  return 0;
}

sub status {
  my ($names, $flags) = @_;
  my $code = 0;
  for my $name (@$names) {
    my $of = properties_of($name);
    if ($of->{LoadState} eq 'not-found') {
      print STDERR "Unit $name could not be found.\n";
      $code = 4;
      next;
    }
    print "\x{e2}\x{97}\x{8f} $of->{Id}", $of->{Description} eq $of->{Id} ? '' : " - $of->{Description}", "\n";
    print "     Loaded: $of->{LoadState} ($of->{FragmentPath}; $of->{UnitFileState})\n";
    print "    Drop-In: $of->{DropInPaths}\n" if $of->{DropInPaths} ne '';
    my $why = $of->{ActiveState} eq 'failed' ? " (Result: $of->{Result}, code: $of->{ExecMainStatus})" : " ($of->{SubState})";
    my $since = $of->{ActiveState} eq 'active' && $of->{ActiveEnterTimestamp} ne '' ? " since $of->{ActiveEnterTimestamp}" : '';
    print "     Active: $of->{ActiveState}$why$since\n";
    print "   Main PID: $of->{MainPID}\n" if $of->{MainPID};
    print "     Status: \"$of->{StatusText}\"\n" if $of->{StatusText} ne '';
    my @lines = last_lines($of->{Id}, $flags->{lines} // 10);
    print "\n", @lines if @lines;
    $code ||= 3 if $of->{ActiveState} !~ /^(?:active|reloading)$/;
  }
  return $code;
}

sub cat {
  my ($names) = @_;
  for my $name (@$names) {
    my $unit = load_unit($name);
    return complain("$name: there is no unit of this name") || 1 if $unit->{state} eq 'not-found';
    print map { "# $_\n" . (slurp($_) // '') . "\n" } $unit->{path}, @{ $unit->{dropped} };
  }
  return 0;
}

sub matches {
  my ($name, @patterns) = @_;
  return 1 unless @patterns;
  for (@patterns) {
    my $pattern = join '', map { $_ eq '*' ? '.*' : $_ eq '?' ? '.' : quotemeta } split /([*?])/;
    return 1 if $name =~ /^$pattern(?:\.service)?$/;
  }
  return 0;
}

# The names of all unit files and scripts that there are.
sub names_of_all {
  my %found;
  for my $folder (@FOLDERS) {
    opendir(my $list, $folder) or next;
    $found{$_} = 1 for grep { /\.(?:service|target)$/ && !-d "$folder/$_" } readdir $list;
  }
  if (opendir(my $list, '/etc/init.d')) { $found{"$_.service"} = 1 for grep { script_of("$_.service") } readdir $list }
  return sort keys %found;
}

# The units that were started since the boot.
sub names_started {
  opendir(my $list, $RUNNING) or return ();
  return grep { /\.service$/ } readdir $list;
}

sub list_units {
  my ($patterns, $flags) = @_;
  my %names = map { $_ => 1 } names_started();
  for (names_of_all()) { $names{$_} = 1 if /\.service$/ && (script_of($_) || $flags->{all}) }
  my @rows = (['UNIT', 'LOAD', 'ACTIVE', 'SUB', 'DESCRIPTION']);
  for my $name (grep { matches($_, @$patterns) } sort keys %names) {
    my $of = properties_of($name);
    next if $of->{ActiveState} eq 'inactive' and !$flags->{all};
    next if $flags->{state} and !grep { $_ eq $of->{ActiveState} || $_ eq $of->{SubState} } split /,/, $flags->{state};
    push @rows, [@$of{qw(Id LoadState ActiveState SubState Description)}];
  }
  return table(\@rows, $flags);
}

sub list_unit_files {
  my ($patterns, $flags) = @_;
  my @rows = (['UNIT FILE', 'STATE']);
  for my $name (grep { matches($_, @$patterns) } names_of_all()) {
    next if $flags->{type} and $name !~ /\.\Q$flags->{type}\E$/;
    my ($word) = $name =~ /@\.\w+$/ ? 'indirect' : enabled_word($name);
    next if $flags->{state} and !grep { $_ eq $word } split /,/, $flags->{state};
    push @rows, [$name, $word];
  }
  return table(\@rows, $flags);
}

sub table {
  my ($rows, $flags) = @_;
  my @width;
  for my $row (@$rows) {
    for (0 .. $#$row) { $width[$_] = length $row->[$_] if length $row->[$_] > ($width[$_] // 0) }
  }
  shift @$rows if $flags->{legend};
  for my $row (@$rows) {
    print join(' ', map { $_ == $#$row ? $row->[$_] : sprintf "%-$width[$_]s", $row->[$_] } 0 .. $#$row), "\n";
  }
  return 0;
}
