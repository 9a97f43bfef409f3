# Which units are started together, and in which order.

# Targets that a boot reaches.
my @REACHED = map { "$_.target" } qw(sysinit basic local-fs network network-online remote-fs multi-user graphical default);

# The paths by which other units were enabled for one.
sub enabled_for {
  my ($name) = @_;
  my @links;
  for my $folder (map { "$OWN/$name.$_" } qw(wants requires)) {
    opendir(my $list, $folder) or next;
    push @links, map { "$folder/$_" } sort grep { !/^\./ } readdir $list;
  }
  return @links;
}

# What a unit wants, and what it cannot do without, where it is no part of systemd itself.
sub needs_of {
  my ($unit, @links) = @_;
  my @names = map { words_of($unit, $_, 'Unit') } qw(Requires BindsTo Wants);
  push @names, map { m{^\Q$OWN/$unit->{name}.\E(?:wants|requires)/([^/]+)$} } @links;
  return grep { /\.(?:service|target)$/ && !/^(?:systemd-|dbus-org\.)/ } @names;
}

# These units with all that they need, each after what it is to come after. A circle is cut where it closes.
sub in_order {
  my (@asked) = @_;
  my (%units, @ordered, %seen);
  while (defined(my $name = shift @asked)) {
    $name = real_name($name);
    next if $units{$name};
    $units{$name} = load_unit($name);
    push @asked, needs_of($units{$name}, enabled_for($name));
  }
  my %after;
  for my $name (sort keys %units) {
    push @{ $after{$name} }, words_of($units{$name}, 'After', 'Unit');
    push @{ $after{ real_name($_) } }, $name for words_of($units{$name}, 'Before', 'Unit');
  }
  my $visit;
  $visit = sub {
    my ($name) = @_;
    return if $seen{$name}++ or !$units{$name};
    $visit->(real_name($_)) for sort @{ $after{$name} || [] };
    push @ordered, $units{$name};
  };
  $visit->($_) for sort keys %units;
  return @ordered;
}

# Starts units and what they need. Answers what went wrong, by the names of units. At a boot one that takes long does not
# keep the others waiting, and what is not there is not missed.
sub start_units {
  my ($names, %how) = @_;
  my (%failed, %asked);
  $asked{ real_name($_) } = 1 for @$names;
  for my $unit (in_order(@$names)) {
    my $name = $unit->{name};
    my ($lacks) = grep { $failed{$_} } map { words_of($unit, $_, 'Unit') } qw(Requires BindsTo);
    my $why = defined $lacks ? "it needs $lacks, which has failed" : start_unit($unit, %how);
    next unless defined $why;
    $failed{$name} = $why if $asked{$name} or $unit->{state} eq 'loaded';
  }
  return \%failed;
}

# Starts what a boot is to start: what these paths have enabled, and what targets name themselves.
sub start_enabled {
  my (@links) = @_;
  my @names = grep { !script_of($_) } map { needs_of(load_unit($_), @links) } @REACHED;
  my $failed = start_units(\@names, waits => 1, limit => 90, boot => 1);
  print "init: $_: $failed->{$_}\n" for sort keys %$failed;
  exit 0;
}

# Running units that cannot do without this one, or are part of it.
sub dependents_of {
  my ($name) = @_;
  opendir(my $list, $RUNNING) or return ();
  return grep {
    my $unit = load_unit($_);
    state_of($_)->{ActiveState} =~ /^(?:active|activating)$/
      and grep { real_name($_) eq $name } map { words_of($unit, $_, 'Unit') } qw(Requires BindsTo PartOf)
  } grep { /\.service$/ && $_ ne $name } sort readdir $list;
}
