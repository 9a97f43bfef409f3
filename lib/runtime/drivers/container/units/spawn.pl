# Starts the programs of a unit: as which user, where, and with which variables (systemd.exec(5)).

my %CALLS = (x86_64 => { prctl => 157, prlimit64 => 302 }, aarch64 => { prctl => 167, prlimit64 => 261 });
my $CALL = $CALLS{ (POSIX::uname())[4] } || {};
my %LIMITS = (CORE => 4, NPROC => 6, NOFILE => 7);

# The user, its group and its groups, as numbers, with its line of passwd; undef where there is none of that name.
sub identity_of {
  my ($unit) = @_;
  my $user = last_of($unit, 'User');
  my $group = last_of($unit, 'Group');
  my @line = defined $user ? ($user =~ /^\d+$/ ? getpwuid $user : getpwnam $user) : getpwuid 0;
  if (is_yes(last_of($unit, 'DynamicUser')) and !@line) {
    # As systemd does, one of these for each name.
    my $id = 61_184 + unpack('%32C*', $unit->{name}) % 4_000;
    @line = ($user // 'svc', '*', $id, $id, '', '', '', '/', '/usr/sbin/nologin');
  }
  return undef unless @line;
  my $gid = defined $group ? ($group =~ /^\d+$/ ? $group : getgrnam $group) : $line[3];
  return undef unless defined $gid;
  my @groups = ($gid);
  while (my @each = getgrent) { push @groups, $each[2] if grep { $_ eq $line[0] } split ' ', $each[3] }
  endgrent;
  for (words_of($unit, 'SupplementaryGroups')) { push @groups, getgrnam($_) // () }
  return { name => $line[0], uid => $line[2], gid => $gid, groups => \@groups, home => $line[7], shell => $line[8] };
}

# The variables of a unit; undef, with a reason, where a file of them is missing.
sub variables_of {
  my ($unit, $who, $more) = @_;
  my %env = (PATH => $PATH, LANG => 'C.UTF-8', %$more);
  if (defined last_of($unit, 'User') or $who->{uid} != 0) {
    @env{qw(HOME LOGNAME USER SHELL)} = @$who{qw(home name name shell)};
  }
  for (map { split_words($_) } all_of($unit, 'Environment')) { $env{$1} = $2 if /^(\w+)=(.*)$/s }
  for (all_of($unit, 'EnvironmentFile')) {
    my ($may_lack, $pattern) = /^(-?)(.*)$/;
    my @files = grep { -f } glob $pattern;
    return (undef, "there is no file $pattern (EnvironmentFile=)") if !@files and !$may_lack;
    for my $file (@files) {
      for (split /\n/, (slurp($file) // '') =~ s/\\\n//gr) {
        my ($name, $value) = /^\s*(?:export\s+)?(\w+)\s*=\s*(.*?)\s*$/ or next;
        $value = $value =~ /^'(.*)'$/ ? $1 : $value =~ /^"(.*)"$/ ? $1 =~ s/\\(["\\\$`])/$1/gr : $value;
        $env{$name} = $value;
      }
    }
  }
  delete @env{ words_of($unit, 'UnsetEnvironment') };
  return \%env;
}

# A line of Exec…=: the program, its words, and what stands before it: `-` lets it fail, `@` names it otherwise, `:` leaves
# variables as they are, `+` and `!` run it as root.
sub command_of {
  my ($line, $env) = @_;
  my ($signs, $rest) = $line =~ /^([-@:+!]*)\s*(.*)$/s;
  my ($file, @words) = split_words($rest);
  return undef unless defined $file;
  my $name = $signs =~ /@/ ? shift @words : $file;
  if ($file !~ m{/}) { ($file) = ((grep { -x && -f } map { "$_/$file" } split /:/, $PATH), $file) }
  if ($signs !~ /:/) {
    my $of = sub { $env->{ $_[0] } // '' };
    @words = map {
      if (/^\$(\w+)$/) { split ' ', $of->($1) }
      else { s/\$(\$|\{(\w+)\})/$1 eq '$' ? '$' : $of->($2)/ger }
    } @words;
  }
  return { file => $file, words => [$name, @words], may_fail => $signs =~ /-/, as_root => $signs =~ /[+!]/ };
}

# Starts a command in a session of its own. Answers its pid, or undef with the reason and systemd's code of it.
sub start_program {
  my ($unit, $command, $who, $env, $out) = @_;
  pipe(my $read, my $failed) or return (undef, "$!", 255);
  defined(my $child = fork) or return (undef, "$!", 255);
  if ($child) {
    close $failed;
    my $said = '';
    1 while sysread($read, $said, 4096, length $said) || $!{EINTR} && ($! = 0, 1)[1];
    return $child if $said eq '';
    waitpid($child, 0);
    my ($code, $why) = split / /, $said, 2;
    return (undef, $why, $code);
  }
  my $fail = sub { syswrite $failed, "$_[0] $_[1]: $!"; POSIX::_exit($_[0]) };
  POSIX::setsid();
  $SIG{$_} = 'DEFAULT' for qw(TERM HUP INT USR1 USR2 CHLD PIPE ALRM);
  open(STDIN, '<', '/dev/null');
  redirect($unit, $out);
  for my $kind (sort keys %LIMITS) { limit($LIMITS{$kind}, last_of($unit, "Limit$kind")) }
  umask oct(last_of($unit, 'UMask') // '0022');
  my $folder = last_of($unit, 'WorkingDirectory') // '/';
  my $may_lack = $folder =~ s/^-//;
  become_user($who, $fail) unless $command->{as_root};
  chdir($folder eq '~' ? $who->{home} : $folder) or $may_lack && chdir '/' or $fail->(200, $folder);
  %ENV = %$env;
  exec { $command->{file} } @{ $command->{words} } or $fail->(203, $command->{file});
}

sub become_user {
  my ($who, $fail) = @_;
  return if $who->{uid} == 0 and $who->{gid} == 0;
  $! = 0;
  $) = "$who->{gid} @{ $who->{groups} }";
  $( = $who->{gid};
  $fail->(216, "group $who->{gid}") if $( + 0 != $who->{gid};
  POSIX::setuid($who->{uid}) or $fail->(217, "user $who->{name}");
}

# Standard output and error: the unit's log, but for files and nothing.
sub redirect {
  my ($unit, $out) = @_;
  my $to = last_of($unit, 'StandardOutput') // 'journal';
  my $errors = last_of($unit, 'StandardError') // 'inherit';
  for (['STDOUT', $to], ['STDERR', $errors eq 'inherit' ? $to : $errors]) {
    my ($handle, $where) = @$_;
    my ($mode, $path) = $where =~ /^(file|append|truncate):(.+)$/ ? ($1 eq 'append' ? '>>' : '>', $2) : ('>', '/dev/null');
    no strict 'refs';
    if ($path ne '/dev/null' or $where eq 'null') { open(*$handle, $mode, $path) }
    else { open(*$handle, '>&', $out) }
  }
}

# Sets a limit as far as the machine's own bound allows.
sub limit {
  my ($resource, $text) = @_;
  return unless defined $text and $CALL->{prlimit64};
  my $had = "\0" x 16;
  syscall($CALL->{prlimit64}, 0, $resource + 0, 0, $had) == 0 or return;
  my ($soft, $bound) = unpack 'Q2', $had;
  my ($low, $high) = map { /^\d+$/ && $_ < $bound ? $_ : $bound } (split /:/, $text)[0, -1];
  syscall($CALL->{prlimit64}, 0, $resource + 0, pack('Q2', $low, $high), 0);
}
