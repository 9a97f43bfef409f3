const program = `#!/bin/sh
cat > /usr/local/bin/web <<'END'
use strict; use IO::Socket::INET; $SIG{CHLD} = 'IGNORE';
my $server = IO::Socket::INET->new(LocalPort => 8080, Listen => 128, ReuseAddr => 1) or die $!;
chomp(my $name = \`hostname\`);
while (1) {
  my $client = $server->accept or next;
  if (fork) { close $client; next; }
  my $head = '';
  while (my $line = <$client>) { $head .= $line; last if $line =~ /^\\r?$/; }
  if ($head =~ m{^GET /slow}) { select undef, undef, undef, 0.05 until -e '/var/released'; }
  my $status = $head =~ m{^GET /status/(\\d+)} ? $1 : 200;
  my $body = "$name\\n$head";
  print $client "HTTP/1.1 $status Fine\\r\\nContent-Length: " . length($body) . "\\r\\nConnection: close\\r\\n\\r\\n$body";
  close $client; exit;
}
END
`;

/**
 * A machine's user data: a web server on port 8080, written in perl only. It answers with the machine's name, its
 * process and the request's head; on /slow after it is released; and with a status on /status/<n>.
 */
export const webServer = `${program}nohup perl /usr/local/bin/web >/dev/null 2>&1 </dev/null &\n`;

/** The same as a service, which is there again after every boot. */
export const webService = `${program}mkdir -p /etc/services.d/web
printf '#!/bin/sh\\nexec perl /usr/local/bin/web\\n' > /etc/services.d/web/run
chmod 755 /etc/services.d/web/run
`;

/** Shell command for the machine that starts the server again after a stop. */
export const startWebServer = 'nohup perl /usr/local/bin/web >/dev/null 2>&1 </dev/null & sleep 0.1';

/** Shell command that releases the answers to /slow. */
export const releaseSlow = 'touch /var/released';

/** Shell command that ends the server and frees its port. */
export const endWebServer = 'pkill -f /usr/local/bin/[w]eb; true';
