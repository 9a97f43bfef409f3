# Sends the netlink batch on standard input to nf_tables of the network that it is in, and prints the kernel's errno for
# it (0 = done): Node has no netlink sockets. The numbers are Linux's for x86 and ARM.
sub AF_NETLINK() { 16 }
sub NETLINK_NETFILTER() { 12 }
sub NLMSG_ERROR() { 2 }
sub SOCK_RAW() { 3 }
sub SOL_SOCKET() { 1 }
sub SO_SNDBUF() { 7 }
sub MSG_DONTWAIT() { 0x40 }
binmode STDIN;
my $batch = do { local $/; <STDIN> };
socket(my $kernel, AF_NETLINK, SOCK_RAW, NETLINK_NETFILTER) or die "no netlink: $!\n";
setsockopt($kernel, SOL_SOCKET, SO_SNDBUF, pack('i', length($batch) * 2 + 4096));
defined send($kernel, $batch, 0) or die "netlink: $!\n";
# All answers are waiting already, because the kernel processes a batch during the send.
my ($errno, $answer) = (-1);
while (defined recv($kernel, $answer, 65536, MSG_DONTWAIT)) {
  for (my $at = 0; $at + 20 <= length $answer;) {
    my ($length, $type, $error) = unpack('L S x10 l', substr($answer, $at, 20));
    $errno = -$error if $type == NLMSG_ERROR and $errno <= 0;
    last if $length < 16;
    $at += ($length + 3) & ~3;
  }
}
print "$errno\n";
