# Starts a program inside a machine. Settings: network_host and init (marks), home, and those of confine(), pin(),
# join_groups() and become(). The program comes after `--`. With the setting user it is that user of the machine's, by its own files: then
# home and the shell, which the program is given by `@shell`, are the user's; otherwise it is the first of the settings
# `shell` that is there. What follows is in program.pl or sftp.pl. This process enters the namespaces, and
# the guest cannot see it, because it stays outside the machine's pid namespace. Its child starts inside with the lock
# on and only descriptors 0 to 2 open.
join_groups();
# Where the machine has no more memory, programs of logins end before its init and its services.
spill('/proc/self/oom_score_adj', 100);
pin();
my @network_host = namespaces_of(setting('network_host'), 'user');
my @machine = namespaces_of(setting('init'), qw(net uts ipc pid mnt user));
enter(@network_host, @machine);
confine();
my $child = fork;
defined $child or fail('fork');
end_as($child) if $child;
# From here on this is a process of the machine, and what it reads concerns the machine alone.
if (all('user')) { take_user(setting('user')) }
else { take_shell() }
chdir setting('home');    # or it stays in /

# The first of the settings `shell` that the machine has.
sub take_shell {
  my ($shell) = ((grep { -x } all('shell')), '/bin/sh');
  push @{ $settings{env} }, "SHELL=$shell";
  s/^\@shell$/$shell/ for $ARGV[0];
}

sub take_user {
  my ($name) = @_;
  my $found = account(0, $name) or give_up("there is no user $name");
  my (undef, undef, $uid, $gid, undef, $home, $shell) = @$found;
  take_ids($name, $uid, $gid, groups_with($name));
  $shell = '/bin/sh' if $shell eq '';
  $settings{home} = [$home];
  push @{ $settings{env} }, "HOME=$home", "SHELL=$shell";
  s/^\@shell$/$shell/ for $ARGV[0];
}
