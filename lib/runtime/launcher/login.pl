# Starts a program inside a machine. Settings: network host process and init (marks), home, and those of confine(), pin() and become();
# the program is behind `--`. The namespaces are entered by this process, which the guest cannot see: it stays outside
# the machine's pid namespace. Its child begins there with the lock on and nothing open beyond 0 to 2.
pin();
my @network_host = namespaces_of(setting('network_host'), 'user');
my @machine = namespaces_of(setting('init'), qw(net uts ipc pid mnt user));
enter(@network_host, @machine);
confine();
my $child = fork;
defined $child or fail('fork');
end_as($child) if $child;
chdir setting('home');    # or it stays in /
become(3, @ARGV);
