# Starts a program inside a machine. Settings: network_host and init (marks), home, and those of confine(), pin() and
# become(). The program comes after `--`. This process enters the namespaces, and the guest cannot see it, because it
# stays outside the machine's pid namespace. Its child starts inside with the lock on and only descriptors 0 to 2 open.
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
