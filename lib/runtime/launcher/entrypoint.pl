# Keeps the program of an image running, in the machine and behind the lock. This process does it, so that an image needs
# neither su nor a shell. What the program is stands in a file of the disk (entrypoint.ts): root of the machine may change
# it.
sub PROGRAM () { '/etc/services.d/entrypoint/program' } sub MOST_PROGRAM () { 262144 }
sub SIG_SETMASK () { 2 } sub SFD_CLOEXEC () { 02000000 } sub WNOHANG () { 1 }
sub SIGUSR1 () { 10 } sub SIGUSR2 () { 12 } sub SIGCHLD () { 17 }
my $signals;

# From now on signals come as data, so that none is missed between two steps.
sub take_signals {
  my $mask = "\0" x 8;
  vec($mask, $_ - 1, 1) = 1 for SIGHUP, SIGUSR1, SIGUSR2, SIGTERM, SIGCHLD;
  mask($mask);
  open($signals, '<&=', call('signalfd4', -1, $mask, 8, SFD_CLOEXEC)) or fail('the signals');
  return fileno $signals;
}

sub mask { call('rt_sigprocmask', SIG_SETMASK, $_[0], 0, 8) }

# The number of the next signal; 0 where none comes within these seconds.
sub next_signal {
  my ($seconds) = @_;
  my $ready = '';
  vec($ready, fileno $signals, 1) = 1;
  return 0 if defined $seconds and select($ready, undef, undef, $seconds) == 0;
  sysread($signals, my $info, 128) or fail('the signals');
  return unpack 'L', $info;
}

# Starts the process that keeps the program; with `$waits` it begins at a HUP. Answers its pid; 0 where there is none.
sub keeper {
  my ($waits) = @_;
  defined(my $pid = fork) or fail('fork');
  return $pid if $pid;
  call('close_range', 3, 3, 0);
  open(STDERR, '>&', \*STDOUT) or fail('the console');
  $0 = 'svc-entrypoint';
  if ($waits) { 1 until next_signal() == SIGHUP }
  keep_program();
  exit 0;
}

sub keep_program {
  our $about = 'init: service entrypoint';
  my $pause = 1;
  while (my $program = program_of_image()) {
    my $began = time;
    defined(my $child = fork) or fail('fork');
    run_program($program) unless $child;
    my $is_last = 0;
    # TERM has come to the program too.
    until (waitpid($child, WNOHANG) == $child) { $is_last ||= next_signal() == SIGTERM }
    return if $is_last;
    my $code = $? & 127 ? 128 + ($? & 127) : $? >> 8;
    $pause = 1 if time - $began >= 60;
    print STDERR "$about ended with code $code; it starts again in $pause s\n";
    return if next_signal($pause) == SIGTERM;
    $pause *= 2 if $pause < 60;
  }
}

# Its lines are a word and a text, in which `\n` is the end of a line and `\\` is `\`.
sub program_of_image {
  return unless lstat(PROGRAM) and -f _ and -s _ <= MOST_PROGRAM and open(my $file, '<', PROGRAM);
  my %program;
  while (my $line = <$file>) {
    my ($word, $text) = $line =~ /^([a-z]+) (.*)\n/ or next;
    $text =~ s/\\(.)/$1 eq 'n' ? "\n" : $1/ge;
    push @{ $program{$word} }, $text;
  }
  return $program{arg} && \%program;
}

sub run_program {
  my ($program) = @_;
  mask("\0" x 8);
  call('setsid');
  my ($name, $home, @ids) = ids_of($program->{user} ? $program->{user}[0] : '');
  my ($folder, $way) = ($program->{folder} ? $program->{folder}[0] : '/', '');
  mkdir($way .= "/$_") for grep { $_ ne '' } split m{/}, $folder;
  chdir $folder or fail("folder $folder");
  # So that it can open /dev/stdout.
  chmod 0622, *STDOUT;
  take_ids($name, @ids);
  $settings{env} = [@{ $settings{env} }, "HOME=$home", @{ $program->{env} || [] }];
  become(3, @{ $program->{arg} });
}

# What OCI takes an image's user for: `user` with all groups of that user, or `user:group` with that group alone, by names
# or numbers.
sub ids_of {
  my ($user, $group) = split /:/, $_[0] eq '' ? '0' : $_[0], 2;
  my $found = account(0, $user);
  $found ||= account(2, $user) || [$user, '', $user, 0, '', '/', ''] if $user =~ /^\d+$/;
  $found or give_up("there is no user $user");
  my ($name, undef, $uid, $gid, undef, $home) = @$found;
  return ($name, $home, $uid, $gid, groups_with($name)) if ($group // '') eq '';
  my ($line) = grep { @$_ == 4 and $_->[0] eq $group } lines_of('/etc/group');
  return ($name, $home, $uid, $line ? $line->[2] : $group);
}

# Is the init of a machine without a shell: nothing runs there but its program. Signals and words are those of init.sh.
sub be_init {
  my ($keeper, $parent) = @_;
  $0 = 'svc-init';
  syswrite $parent, "up\n";
  my $word = '';
  until ($word) {
    my $signal = next_signal();
    if ($signal == SIGHUP) { kill HUP => $keeper }
    elsif ($signal == SIGCHLD) { 1 while waitpid(-1, WNOHANG) > 0 }
    else { $word = { SIGTERM, 'poweroff', SIGUSR1, 'reboot' }->{$signal} // '' }
  }
  syswrite $parent, "$word\n";
  kill $_ => -1 for qw(TERM CONT);
  # Those that were started from outside are no children of this process.
  while (kill 0 => -1) { 1 while waitpid(-1, WNOHANG) > 0; select undef, undef, undef, 0.02 }
  exit 0;
}
