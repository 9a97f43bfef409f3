# A terminal of the machine's own for a login, where the machine has no script(1): this process, which is one of the
# machine's by then, stands between it and the one outside. That one, on standard input, is not known in the machine.
sub TCGETS () { 0x5401 } sub TCSETS () { 0x5402 } sub TIOCSCTTY () { 0x540e } sub TIOCGWINSZ () { 0x5413 }
sub TIOCSWINSZ () { 0x5414 } sub TIOCGPTN () { 0x80045430 } sub TIOCSPTLCK () { 0x40045431 }

# Whether a program of the machine's is found under this name.
sub is_found {
  my ($name) = @_;
  my ($path) = map { /^PATH=(.*)/s ? $1 : () } all('env');
  return scalar grep { -x "$_/$name" } split /:/, $path // '';
}

# Becomes a program on a terminal of the machine's.
sub own_terminal {
  my (@program) = @_;
  open(my $outer, '+<', '/dev/pts/ptmx') or give_up("there is no terminal: $!");
  my ($lock, $number) = (pack('i', 0), pack('I', 0));
  ioctl($outer, TIOCSPTLCK, $lock) and ioctl($outer, TIOCGPTN, $number) or give_up("the terminal: $!");
  open(my $inner, '+<', '/dev/pts/' . unpack 'I', $number) or give_up("the terminal: $!");
  my $settings = "\0" x 64;
  my $known = ioctl(STDIN, TCGETS, $settings);
  ioctl($inner, TCSETS, $settings) if $known;
  resize($outer);
  defined(my $child = fork) or fail('fork');
  if (!$child) {
    close $outer;
    call('setsid');
    ioctl($inner, TIOCSCTTY, 0) or fail('the terminal');
    open(STDIN, '<&', $inner) && open(STDOUT, '>&', $inner) && open(STDERR, '>&', $inner) or fail('the terminal');
    become(3, @program);
  }
  close $inner;
  if ($known) { my $raw = raw($settings); ioctl(STDIN, TCSETS, $raw) }
  $SIG{WINCH} = sub { resize($outer) };
  relay($outer);
  ioctl(STDIN, TCSETS, $settings) if $known;
  close $outer;
  end_as($child);
}

sub resize {
  my ($outer) = @_;
  my $size = "\0" x 8;
  ioctl($outer, TIOCSWINSZ, $size) if ioctl(STDIN, TIOCGWINSZ, $size);
}

# Settings (struct termios) by which every byte passes as it is.
sub raw {
  my ($in, $out, $control, $local, $rest) = unpack 'L4 a*', $_[0];
  return pack 'L4 a*', $in & ~0x5eb, $out & ~1, $control, $local & ~0x804b, $rest;
}

# Until the last program of the terminal has ended.
sub relay {
  my ($outer) = @_;
  my $open = 1;
  while (1) {
    my $ready = '';
    vec($ready, fileno $outer, 1) = 1;
    vec($ready, 0, 1) = 1 if $open;
    next if select($ready, undef, undef, undef) < 0;
    if (vec($ready, fileno $outer, 1)) {
      sysread($outer, my $said, 65536) or return;
      send_all(\*STDOUT, $said) or return;
    }
    if ($open and vec($ready, 0, 1)) {
      sysread(STDIN, my $typed, 4096) or $open = 0;
      send_all($outer, $open ? $typed : "\4") or return;
    }
  }
}

sub send_all {
  my ($to, $text) = @_;
  my $done = 0;
  while ($done < length $text) {
    my $count = syswrite $to, $text, length($text) - $done, $done;
    # A signal (4 is EINTR) has come between.
    next if !defined $count and $! == 4;
    return 0 unless $count;
    $done += $count;
  }
  return 1;
}
