# Tells on which ports the processes given by marks (setting process) listen in their networks, for a minute: a line for
# each process and protocol, and again after every change: `mark protocol ports…`. A line that ends with `+` goes on in
# the next. A guest may have a hundred thousand sockets, so at most a tenth of a processor is spent on each network.
sub MOST () { 2048 } sub IN_A_LINE () { 500 } sub EVERY () { 0.25 } sub LIFE () { 60 }

$| = 1;
# Socket states of proc(5): a listening TCP socket, and a UDP socket that is bound and not connected.
my %listens = (tcp => '0A', udp => '07');
my %watched = map { ($_ => { due => 0 }) } all('process');
my ($round, $end) = (0, time + LIFE);
while (time < $end) {
  for my $mark (keys %watched) {
    my $one = $watched{$mark};
    next if $one->{due} > $round;
    my ($pid, $start) = split /:/, $mark;
    if (((stat_of($pid))[19] || '') ne $start) { delete $watched{$mark}; next }
    my $before = spent();
    for my $protocol (sort keys %listens) {
      my @ports = ports_of($pid, $protocol);
      next if defined $one->{$protocol} and $one->{$protocol} eq "@ports";
      $one->{$protocol} = "@ports";
      while (@ports > IN_A_LINE) { print join(' ', $mark, $protocol, splice(@ports, 0, IN_A_LINE), '+'), "\n" }
      print join(' ', $mark, $protocol, @ports), "\n";
    }
    $one->{due} = $round + 1 + int(9 * (spent() - $before) / EVERY);
  }
  exit 0 unless %watched;
  $round++;
  select(undef, undef, undef, EVERY);
}

sub spent { my ($user, $system) = times; return $user + $system }

# The lowest are no better than others: of more than MOST ports, those that the kernel names first are told.
sub ports_of {
  my ($pid, $protocol) = @_;
  my %ports;
  for my $table ($protocol, "${protocol}6") {
    open(my $sockets, '<', "/proc/$pid/net/$table") or next;
    <$sockets>;
    while (keys %ports < MOST and defined(my $line = <$sockets>)) {
      my (undef, $local, undef, $state) = split ' ', $line, 5;
      if ($state ne $listens{$protocol}) {
        # The kernel names TCP sockets that listen before all others.
        last if $protocol eq 'tcp';
        next;
      }
      my ($address, $port) = split /:/, $local;
      # 127.0.0.0/8, as a number in the byte order of every architecture that the launcher knows.
      $ports{ hex $port } = 1 unless $address =~ /^.{6}7F$/;
    }
  }
  return sort { $a <=> $b } keys %ports;
}
