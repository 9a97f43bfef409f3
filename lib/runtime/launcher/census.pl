# Reads of /proc whose length a guest chooses. They are made here, in a process that ends soon and has bounds, and never
# in the runtime.
sub text_of { open(my $file, '<', $_[0]) or return ''; local $/; my $text = <$file>; return defined $text ? $text : '' }

# The fields of /proc/PID/stat from the third on; none when the process has ended. The command name may hold spaces and
# brackets.
sub stat_of {
  my $stat = text_of("/proc/$_[0]/stat");
  my $at = rindex($stat, ')');
  return $at < 0 ? () : split / /, substr($stat, $at + 2);
}

sub namespace_of { my $name = readlink("/proc/$_[0]/ns/$_[1]"); return defined $name ? $name : '' }

# Finds the processes of machines by the pids of their inits, in one scan of the host: the init of each pid. A pid
# namespace that a machine made inside its own counts as the machine's.
sub census {
  my %init_of = map { (namespace_of($_, 'pid') => $_) } @_;
  delete $init_of{''};
  my $host = namespace_of('self', 'pid');
  my (%found, %strangers);
  opendir(my $proc, '/proc') or fail('/proc');
  while (defined(my $pid = readdir $proc)) {
    next unless $pid =~ /^\d+$/;
    my $namespace = namespace_of($pid, 'pid');
    if ($init_of{$namespace}) { $found{$pid} = $init_of{$namespace} }
    elsif ($namespace ne '' and $namespace ne $host) { $strangers{$pid} = 1 }
  }
  # They belong to the machine of their nearest known parent.
  for my $pid (keys %strangers) {
    my ($at, @way) = ($pid);
    while (delete $strangers{$at}) { push @way, $at; $at = (stat_of($at))[1] || 0 }
    if (my $init = $found{$at}) { $found{$_} = $init for @way }
  }
  return %found;
}
