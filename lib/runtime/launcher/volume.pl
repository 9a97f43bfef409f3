# What attaching and detaching a volume share. Settings: network_host and init (marks), and volume (the end of the
# volume's path, as mount tables show it).
my @network_host = namespaces_of(setting('network_host'), qw(user mnt));
my ($mounts) = namespaces_of(setting('init'), 'mnt');
my ($init) = setting('init') =~ /^(\d+)/;
my $volume = setting('volume');

# The places of the volume among the mounts that a process sees, the latest first. A mount shows the volume or a part
# of it when the end of its path is the volume's, because the rest depends on the file system.
sub places_of {
  my ($pid) = @_;
  open(my $table, '<', "/proc/$pid/mountinfo") or return;
  my @places;
  while (defined(my $line = <$table>)) {
    next if index($line, $volume) < 0;
    my ($root, $place) = (split / /, $line)[3, 4];
    s/\\([0-7]{3})/chr oct $1/ge for $root, $place;
    unshift @places, $place if index("$root/", "/$volume/") >= 0;
  }
  return @places;
}
