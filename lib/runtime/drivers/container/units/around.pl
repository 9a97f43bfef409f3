# What is done around a unit's programs: its folders, its conditions, and the end of all that it started.

# The folders that a unit has made, and where they are.
my %FOLDERS = (Runtime => '/run', State => '/var/lib', Cache => '/var/cache', Logs => '/var/log', Configuration => '/etc');

sub prepare {
  my ($type, $id) = @_;
  $who = identity_of($unit) or return complain_of_user();
  my %more = (INVOCATION_ID => $id);
  $more{NOTIFY_SOCKET} = place($unit->{name}) . '/notify' if $type =~ /^notify/;
  for my $kind (sort keys %FOLDERS) {
    my @paths = map { "$FOLDERS{$kind}/" . (split /:/)[0] } grep { !/\.\./ } words_of($unit, "${kind}Directory");
    my $mode = oct(last_of($unit, "${kind}DirectoryMode") // '0755');
    for my $path (@paths) {
      folders($path) or return complain_of("$path: $!", '');
      next if $kind eq 'Configuration';
      # As root of the machine; a link in its place stays what it is.
      unless (-l $path) { chmod $mode, $path; chown $who->{uid}, $who->{gid}, $path }
    }
    $more{ uc($kind) . '_DIRECTORY' } = join ':', @paths if @paths;
  }
  ($env, my $why) = variables_of($unit, $who, \%more);
  return $env || complain_of($why, '');
}

sub complain_of_user {
  my $name = last_of($unit, 'User') // 'root';
  my $group = last_of($unit, 'Group');
  return complain_of("there is no user $name" . (defined $group ? " with the group $group" : '') . ' (User=)', '', 217);
}

sub clean_folders {
  return if is_yes(last_of($unit, 'RuntimeDirectoryPreserve'));
  for (grep { !/\.\./ && /^[\w.@:-]+$/ } words_of($unit, 'RuntimeDirectory')) { system 'rm', '-rf', '--', "/run/$_" }
}

# Conditions on files, and on what the machine is; all others hold.
sub conditions_hold {
  my ($of) = @_;
  my %holds = (
    PathExists => sub { -e $_[0] }, PathExistsGlob => sub { scalar(() = glob $_[0]) }, PathIsDirectory => sub { -d $_[0] },
    PathIsSymbolicLink => sub { -l $_[0] }, FileNotEmpty => sub { -f $_[0] && -s _ },
    FileIsExecutable => sub { -f $_[0] && -x _ }, Virtualization => sub { $_[0] =~ /^(?:yes|1|true|container|svc)$/ },
    DirectoryNotEmpty => sub { opendir(my $list, $_[0]) or return 0; scalar grep { !/^\.\.?$/ } readdir $list },
  );
  for my $kind (sort keys %holds) {
    for (map { all_of($of, "$_$kind", 'Unit') } qw(Condition Assert)) {
      my ($not, $what) = /^\|?(!?)\s*(.*)$/;
      return 0 if !!$holds{$kind}->($what) eq ($not eq '!');
    }
  }
  return 1;
}

# Ends what a unit has started, as KillMode= says: first by its signal, after its time by KILL.
sub end_processes {
  my $mode = last_of($unit, 'KillMode') // 'control-group';
  return if $mode eq 'none';
  my $signal = (last_of($unit, 'KillSignal') // 'TERM') =~ s/^SIG//r;
  $signal = 'TERM' unless grep { $_ eq $signal } keys %SIG or $signal =~ /^\d+$/;
  my @first = $mode eq 'control-group' ? descendants($$) : defined $main ? $main : ();
  kill $signal => @first if @first;
  kill CONT => @first if @first;
  my $left = $mode eq 'process' ? sub { defined $main && !exists $ended{$main} ? $main : () } : sub { descendants($$) };
  my $limit = seconds_of(last_of($unit, 'TimeoutStopSec') // last_of($unit, 'TimeoutSec') // 90);
  if ($mode eq 'mixed') { tend(sub { !defined $main || exists $ended{$main} || !descendants($$) }, $limit) }
  else { tend(sub { !$left->() }, $limit) }
  # One that forks meanwhile is there the next time.
  while (my @stubborn = $left->()) {
    kill KILL => @stubborn;
    tend(sub { !$left->() }, 0.1);
  }
  $state{ExecMainStatus} = $ended{$main} >> 8 if $asked and defined $main and exists $ended{$main};
  $main = undef;
}

# A keeper that was killed has left its unit's programs, which have this among their variables.
sub end_what_was_left {
  my ($id) = @_;
  return unless ($id // '') =~ /^[0-9a-f]{32}$/;
  opendir(my $list, '/proc') or return;
  for (grep { /^\d+$/ && $_ != $$ && $_ != 1 } readdir $list) {
    my $variables = slurp("/proc/$_/environ") // '';
    kill KILL => $_ if $variables =~ /(?:^|\0)INVOCATION_ID=$id\0/;
  }
}
