# Takes files of lxcfs away from a running machine, whose /proc shows the kernel's own again. Settings: network_host and
# init (marks). It starts no program there, and asks nothing of lxcfs, which may have ended.
sub UMOUNT_NOFOLLOW () { 8 } sub MNT_DETACH () { 2 }

my @network_host = namespaces_of(setting('network_host'), qw(user mnt));
my ($mounts) = namespaces_of(setting('init'), 'mnt');
my ($init) = setting('init') =~ /^(\d+)/;
my @places;
open(my $table, '<', "/proc/$init/mountinfo") or exit 0;
while (defined(my $line = <$table>)) {
  my ($mount, $type) = $line =~ /^(.*) - (\S+)/ or next;
  next unless $type eq 'fuse.lxcfs';
  my $place = (split / /, $mount)[4];
  $place =~ s/\\([0-7]{3})/chr oct $1/ge;
  unshift @places, $place;
}
enter(@network_host, $mounts);
attempt('umount2', $_, MNT_DETACH | UMOUNT_NOFOLLOW) for @places;
