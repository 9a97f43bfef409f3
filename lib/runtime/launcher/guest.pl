# What holds one QEMU, the program after `--`, which ends with this process. Setting: socket (holding.pl). QEMU speaks
# its machine protocol on its standard input and output, so that its events wait for who reads them next; its serial
# console is its standard error. It listens at two more sockets beside that one, <socket>.qmp for commands and
# <socket>.net for the frames of its network: {qmp} and {net} on its command line stand for their descriptors.
sub F_SETFD () { 2 }

call('prctl', PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
own_keyring();
my ($folder, $name) = setting('socket') =~ m{^(.*)/([^/]+)$}s or give_up('no socket');
chdir $folder or fail($folder);
pipe(my $asked, my $asking) && pipe(my $words, my $saying) && pipe(my $console, my $writing) or fail('pipe');
my %doors = map { ($_ => door("$name.$_")) } qw(qmp net);
my $holder = $$;
defined(my $qemu = fork) or fail('fork');
if (!$qemu) {
  call('prctl', PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0);
  exit 1 if getppid != $holder or !chdir '/';
  open(STDIN, '<&', $asked) && open(STDOUT, '>&', $saying) && open(STDERR, '>&', $writing) or exit 1;
  fcntl($_, F_SETFD, 0) or exit 1 for values %doors;
  s/\{(qmp|net)\}/fileno $doors{$1}/e for @ARGV;
  start(@ARGV);
}
close $_ for $asked, $saying, $writing, values %doors;
# It may have ended already.
$SIG{PIPE} = 'IGNORE';
syswrite($asking, qq({"execute":"qmp_capabilities"}\n));
my $pidfd = call('pidfd_open', $qemu, 0);
open(my $watched, '<&=', $pidfd) or fail('pidfd');
our %inits = ($qemu => { pidfd => $watched, console => $console, words => $words, ended => 0, note => '' });

