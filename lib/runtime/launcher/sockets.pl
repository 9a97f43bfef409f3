# Makes sockets in the network of a process, and hands them to the parent. Settings: network_host (mark; its user
# namespace owns that network), process (mark), order ("listen" or "bind" <address> <port>; once for each socket, TCP
# and UDP of IPv4). Descriptor 3 is Node's channel to its children: each socket goes with a message in the form of
# Node's own, whose `seq` is the place of its order, and the next one waits until Node has acknowledged it. A socket
# that cannot be made is a message with the error. No file of a guest is in reach.
sub AF_INET () { 2 } sub SOL_SOCKET () { 1 } sub SO_REUSEADDR () { 2 } sub SCM_RIGHTS () { 1 }
sub SOCK_STREAM () { 1 } sub SOCK_DGRAM () { 2 } sub SOCK_NONBLOCK () { 0x800 }
sub BACKLOG () { 128 }

enter(namespaces_of(setting('network_host'), 'user'), namespaces_of(setting('process'), 'net'));
open(my $channel, '+<&=', 3) or fail('descriptor 3');
my $seq = 0;
for (all('order')) {
  my ($act, $host, $port) = split / /;
  my $socket = $act eq 'listen' ? listening($host, $port) : bound(SOCK_DGRAM, $host, $port);
  if (!$socket) { syswrite($channel, qq({"seq":$seq,"error":"$act $host:$port: $!"}\n)) or exit 1 }
  elsif ($act eq 'listen') { hand_over($socket, '"net.Server"', $seq) }
  else { hand_over($socket, '"dgram.Socket","dgramType":"udp4"', $seq) }
  $seq++;
}

sub listening {
  my $socket = bound(SOCK_STREAM, @_) or return;
  return listen($socket, BACKLOG) && $socket;
}

sub bound {
  my ($type, $host, $port) = @_;
  my $place = pack('S n C4 x8', AF_INET, $port, split /\./, $host);
  socket(my $socket, AF_INET, $type | SOCK_NONBLOCK, 0) or return;
  $type == SOCK_DGRAM or setsockopt($socket, SOL_SOCKET, SO_REUSEADDR, 1) or return;
  return bind($socket, $place) && $socket;
}

sub hand_over {
  my ($socket, $type, $seq) = @_;
  my $text = qq({"cmd":"NODE_HANDLE","type":$type,"msg":{"seq":$seq}}\n);
  my $parts = pack('P Q', $text, length $text);
  my $rights = pack('Q l l l x4', 20, SOL_SOCKET, SCM_RIGHTS, fileno $socket);
  call('sendmsg', fileno $channel, pack('x16 P Q P Q x8', $parts, 1, $rights, length $rights), 0);
  my $answer = '';
  until ($answer =~ /"NODE_HANDLE_N?ACK"[^\n]*\n/) { sysread($channel, $answer, 4096, length $answer) or exit 1 }
}
