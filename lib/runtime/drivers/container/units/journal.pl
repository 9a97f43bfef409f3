# journalctl: what units have written. Each has a log, of which the last two MiB are kept.

# The last lines of a unit's log.
sub last_lines {
  my ($name, $count) = @_;
  my @lines;
  for my $path ("$LOGS/$name.log.1", "$LOGS/$name.log") {
    next unless -f $path and open(my $file, '<', $path);
    while (my $line = <$file>) {
      push @lines, $line;
      shift @lines if $count =~ /^\d+$/ and @lines > $count;
    }
  }
  return @lines;
}

sub journal {
  my (@words) = @_;
  my (@units, $count, $follows);
  while (defined(my $word = shift @words)) {
    if ($word =~ /^(?:-u|--unit)$/) { push @units, shift @words // give_up('-u: the name of a unit is missing') }
    elsif ($word =~ /^(?:-u|--unit=)(.+)$/) { push @units, $1 }
    elsif ($word =~ /^(?:-n|--lines)$/) { $count = @words && $words[0] =~ /^(?:\d+|all)$/ ? shift @words : 10 }
    elsif ($word =~ /^(?:-n|--lines=)(\d+|all)$/) { $count = $1 }
    elsif ($word =~ /^-x?e?u$/) { push @units, shift @words // give_up('-u: the name of a unit is missing') }
    elsif ($word =~ /^(?:-f|--follow)$/) { $follows = 1 }
    elsif ($word =~ /^(?:--no-pager|--full|-[lxeaq]+|-o|--output=.*|-b|--boot|--quiet|--all|--no-hostname|--utc)$/) {
      shift @words if $word eq '-o';
    }
    else { give_up("$word: this option is not supported (-u, -n, -f)") }
  }
  give_up('-u: the name of a unit is missing (the log of the machine is in svc logs)') unless @units;
  my @names = map { real_name(name_of($_)) } @units;
  my $is_closed = grep { -e "$LOGS/$_.log" && !-r _ } @names;
  give_up('logs of units are read by root (sudo journalctl)') if $is_closed or -d $LOGS && !-x _;
  my @lines = map { last_lines($_, $count // ($follows ? 10 : 'all')) } @names;
  print @lines ? @lines : $follows ? () : "-- No entries --\n";
  $follows ? follow(@names) : exit 0;
}

# Shows what is added, also after a log has begun anew. It ends when nobody reads.
sub follow {
  my (@names) = @_;
  $| = 1;
  my %files;
  for (@names) { open($files{$_}, '<', "$LOGS/$_.log") and seek $files{$_}, 0, 2 }
  while (1) {
    for my $name (@names) {
      my $path = "$LOGS/$name.log";
      if (my $file = $files{$name}) {
        seek $file, 0, 1;
        while (my $line = <$file>) { print $line or exit 0 }
        next if (stat $file)[1] == ((stat $path)[1] // -1);
      }
      open($files{$name}, '<', $path) if -f $path;
    }
    rest(0.2);
    exit 0 if getppid == 1 and !-t STDIN and !-e '/proc/self/fd/1';
  }
}
