# What holds machines: it watches and ends their first processes (inits; QEMU is one) by pidfd, and holds the far ends
# of what they write. It outlives the runtime that has started it: another one asks it for what there is.
# It answers at the socket $name of the folder that it is in, which the runtime alone can enter (setting socket), and
# prints "ready" on standard output first. The last connection that has said hello is the runtime's. Pids are of its own
# pid namespace unless `host` is said, and descriptors (console, words) are its own. A connection has lines of
#   "hello"                                    its version and host pid: "holder <version> <host pid>", all inits in the
#                                              form "init <pid> <console> <words> <ended: seconds since 1970, or 0> <note>",
#                                              and "done"
#   "watch <pid> <host pid> <console> <words>" it opens these two descriptors of that process, before the process goes on:
#                                              "watching <pid> <console> <words>", or "ended <pid> <when>"
#   "note <pid> <note>"                        what another runtime is to know of it; none of one that has not booted
#   "claim <pid> <name> <file>"                it kills the init within a second once the file says another name or is
#                                              gone, whether a runtime is there or not: disks may be reached by other hosts
#   "hup <pid>", "term <pid>", "kill <pid>"
#   "deaf <pid>"                               what init says is no longer of interest
#   "forget <pid>"                             one that has ended
#   "end"                                      it ends, and with it everything in it
# and hears "ended <pid> <when>". When the runtime ends, it kills inits without a note. It ends by itself once nobody can
# ask it any more, and where it has no init and no runtime.
sub VERSION () { 1 } sub ENOENT () { 2 } sub AF_UNIX () { 1 } sub SOCK_STREAM () { 1 }
# Seconds in which a runtime comes, and after which it looks whether its socket still has its name.
sub PATIENCE () { 10 }
sub SOL_SOCKET () { 1 } sub SO_PEERCRED () { 17 }

my $door = door($name);
my $inode = (stat $name)[1];
# /proc is still the host's.
my ($self) = split / /, readlink '/proc/self';
# Nobody reads this where the runtime has ended meanwhile: then SIGPIPE ends this process.
syswrite(STDOUT, "ready\n") or exit 1;
open(STDIN, '<', '/dev/null');
open($_, '>', '/dev/null') for \*STDOUT, \*STDERR;
$SIG{PIPE} = 'IGNORE';
$SIG{CHLD} = 'IGNORE';    # the kernel reaps; a pidfd tells of the end all the same

# Inits by pid: pidfd, console and words (open files), ended and note. Connections by descriptor: socket and what is yet
# to be read of it; one of them is the runtime's.
our %inits;
my (%lines, $runtime);
my %signals = (hup => SIGHUP, term => SIGTERM, kill => SIGKILL);
my $since = time;

sub answer { syswrite($runtime, "$_[0]\n") if $runtime }
sub number { defined $_[0] ? fileno $_[0] : -1 }

my %verbs = (
  hello => sub {
    answer("holder ${\VERSION} $self");
    for my $pid (sort { $a <=> $b } keys %inits) {
      my ($console, $words, $ended, $note) = @{ $inits{$pid} }{qw(console words ended note)};
      answer(join ' ', 'init', $pid, number($console), number($words), $ended, $note);
    }
    answer('done');
  },
  watch => sub {
    my ($pid, $host, @numbers) = map { $_ + 0 } split / /, $_[0];
    my $pidfd = attempt('pidfd_open', $pid, 0);
    my @ends = grep { defined } map { opened("/proc/$host/fd/$_") } @numbers;
    if ($pidfd >= 0) { open(my $file, '<&=', $pidfd); $pidfd = $file }
    return answer("ended $pid " . time) unless ref $pidfd and @ends == 2;
    $inits{$pid} = { pidfd => $pidfd, console => $ends[0], words => $ends[1], ended => 0, note => '' };
    answer(join ' ', 'watching', $pid, map { fileno $_ } @ends);
  },
  note => sub {
    my ($pid, $note) = split / /, $_[0], 2;
    $inits{$pid}{note} = $note if $inits{$pid};
  },
  claim => sub {
    my ($pid, $name, $path) = split / /, $_[0], 3;
    my $init = $inits{$pid};
    return if !$init or $init->{ended} or $init->{claim}++;
    my $child = fork;
    return end_init($init, SIGKILL) unless defined $child;
    return if $child;
    close $_ for $door, map { $_->[0] } values %lines;
    follow_claim($init, $name, $path);
    exit 0;
  },
  deaf => sub { close delete $inits{ $_[0] }{words} if $inits{ $_[0] } && $inits{ $_[0] }{words} },
  forget => sub { delete $inits{ $_[0] } if $inits{ $_[0] } && $inits{ $_[0] }{ended} },
  end => sub { exit 0 },
  map { my $signal = $signals{$_}; ($_ => sub { end_init($inits{ $_[0] }, $signal) }) } keys %signals,
);

while (1) {
  my %watched = map { $inits{$_}{ended} ? () : (fileno($inits{$_}{pidfd}) => $_) } keys %inits;
  my $ready = '';
  vec($ready, $_, 1) = 1 for fileno($door), keys %watched, keys %lines;
  my $count = select($ready, undef, undef, $runtime ? undef : PATIENCE);
  next if $count < 0;
  for my $at (grep { vec($ready, $_, 1) } keys %watched) {
    my $pid = $watched{$at};
    $inits{$pid}{ended} = time;
    close delete $inits{$pid}{pidfd};
    answer("ended $pid $inits{$pid}{ended}");
  }
  hear($_) for grep { vec($ready, $_, 1) } keys %lines;
  if (vec($ready, fileno $door, 1) and accept(my $asked, $door)) {
    my (undef, $uid) = unpack 'l3', getsockopt($asked, SOL_SOCKET, SO_PEERCRED);
    $lines{ fileno $asked } = [$asked, '', $uid == $>];
  }
  next if $runtime;
  my $is_late = time - $since >= PATIENCE;
  # A machine that never was is no news, once nobody waits for it.
  for my $pid ($is_late ? grep { $inits{$_}{note} eq '' } keys %inits : ()) {
    $inits{$pid}{ended} ? delete $inits{$pid} : end_init($inits{$pid}, SIGKILL);
  }
  # Nobody finds this process any more, or nobody needs it.
  leave() if ((stat $name)[1] // 0) != $inode or !%inits && $is_late;
}

# Whose connection ends then knows that machines have ended.
sub leave {
  my @left = grep { !$_->{ended} } values %inits;
  end_init($_, SIGKILL) for @left;
  for (@left) {
    my $ready = '';
    vec($ready, fileno($_->{pidfd}), 1) = 1;
    1 while select($ready, undef, undef, undef) < 0;
  }
  exit 0;
}

sub end_init {
  my ($init, $signal) = @_;
  attempt('pidfd_send_signal', fileno($init->{pidfd}), $signal, 0, 0) if $init && !$init->{ended};
}

# Until the init has ended. A file that cannot be reached says nothing; a read that waits holds up this process alone.
sub follow_claim {
  my ($init, $name, $path) = @_;
  while (1) {
    my $ready = '';
    vec($ready, fileno($init->{pidfd}), 1) = 1;
    return if select($ready, undef, undef, 1) > 0;
    my $text = '';
    if (open(my $file, '<', $path)) { defined read($file, $text, 4096) or next }
    elsif ($! != ENOENT) { next }
    return end_init($init, SIGKILL) if $text ne $name;
  }
}

sub door {
  socket(my $socket, AF_UNIX, SOCK_STREAM, 0) or fail('socket');
  bind($socket, pack('S a*', AF_UNIX, $_[0])) && listen($socket, 8) or fail('the socket');
  return $socket;
}

sub opened { open(my $file, '<', $_[0]) or return; $file }

sub hear {
  my ($at) = @_;
  my $line = $lines{$at} or return;
  my ($asked) = @$line;
  if (!sysread($asked, $line->[1], 65536, length $line->[1])) {
    delete $lines{$at};
    if ($runtime and $runtime == $asked) {
      ($runtime, $since) = (undef, time - (%inits ? 0 : PATIENCE));
      end_init($_, SIGKILL) for grep { $_->{note} eq '' } values %inits;
    }
    close $asked;
    return;
  }
  while ($line->[1] =~ s/^([^\n]*)\n//) {
    my ($verb, $rest) = split / /, $1, 2;
    if ($verb eq 'hello' and $line->[2]) {
      # The one before has ended, or is about to.
      my ($former) = $runtime && $runtime != $asked ? fileno $runtime : ();
      $runtime = $asked;
      delete $lines{$former} if defined $former;
    } elsif (!$runtime or $runtime != $asked) { next }
    $verbs{$verb}->($rest // '') if $verbs{$verb};
  }
}
