# Starts a program of the host, given after `--`, that sees the files of disks which are file systems of their own
# (images.pl) in their folders below the setting state. Nothing else uses them meanwhile. Settings: uid and gid of the
# runtime, and images.
own_mounts();
chdir setting('state') or fail('the state folder');
for my $kind (qw(machines volumes snapshots)) {
  opendir(my $names, image($kind)) or next;
  for my $id (grep { !/^\.|\+/ && lstat "$kind/$_" } readdir $names) {
    my $place = "$kind/$id/" . ($kind eq 'volumes' ? 'data' : 'disk');
    open_disk("$kind/$id", $place, $kind eq 'volumes' ? $place : 'disk', 0);
  }
}
start(@ARGV);
