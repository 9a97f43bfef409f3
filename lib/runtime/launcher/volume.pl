# Attaches a folder of the host to a running machine, or detaches it. A child of this process enters the mounts of the
# VPC's network host process, which show the host's files, and then the machine's mounts. It starts no program there.
# Settings: network_host and init (marks), volume (the end of the volume's path, as mount tables show it), and, to
# attach, place (in the machine) and source; to detach, force (0 or 1). Ends with the error number of the kernel: EBUSY
# when processes use the volume and force is 0. Ends with 20 when the machine has something else at the place.
sub AT_FDCWD () { -100 } sub OPEN_TREE_CLONE () { 1 } sub OPEN_TREE_CLOEXEC () { 02000000 }
sub MOVE_MOUNT_F_EMPTY_PATH () { 4 } sub UMOUNT_NOFOLLOW () { 8 } sub MNT_DETACH () { 2 }
sub EBUSY () { 16 } sub EINVAL () { 22 } sub ENOENT () { 2 }
sub refuse { my $code = $! + 0; print STDERR "$_[0]: $!\n"; exit($code || 1) }

# Rounds of ending the processes that use a volume, before it is detached while in use, and seconds between them.
sub ROUNDS () { 50 } sub PAUSE () { 0.02 }

my @network_host = namespaces_of(setting('network_host'), qw(user mnt));
my ($mounts) = namespaces_of(setting('init'), 'mnt');
my ($init) = setting('init') =~ /^(\d+)/;
my ($volume, $source) = (setting('volume'), all('source'));
defined $source ? attach(setting('place')) : detach(setting('force'));

sub attach {
  my ($place) = @_;
  exit 0 if grep { $_ eq $place } places_of($init);
  enter(@network_host);
  my $folder = attempt('open_tree', AT_FDCWD, $source, OPEN_TREE_CLONE | OPEN_TREE_CLOEXEC);
  refuse('open_tree') if $folder < 0;
  enter($mounts);
  mkdir $place, 0755;
  unless (lstat($place) && -d _) { print STDERR "$place is not a folder in the machine\n"; exit 20 }
  attempt('move_mount', $folder, '', AT_FDCWD, $place, MOVE_MOUNT_F_EMPTY_PATH) == 0 or refuse('move_mount');
}

# Detaches it wherever the guest has moved or copied it.
sub detach {
  my ($force) = @_;
  for my $round (0 .. ROUNDS) {
    my @places = places_of($init);
    my @users = users_of(@places);
    exit EBUSY if @users and not $force;
    kill 'KILL', @users;
    exit 0 unless @places or @users;
    my $code = unmount($round == ROUNDS ? MNT_DETACH : 0, @places);
    exit $code if $code and ($code != EBUSY or not $force);
    select(undef, undef, undef, PAUSE) if $code or @users;
  }
  exit EBUSY;
}

# Unmounts these places, and answers the first error but for places that the guest has unmounted already.
sub unmount {
  my ($flags, @places) = @_;
  return 0 unless @places;
  defined(my $child = fork) or fail('fork');
  if ($child) { waitpid($child, 0); return $? & 127 ? 1 : $? >> 8 }
  enter(@network_host, $mounts);
  my $code = 0;
  for my $place (@places) {
    if (attempt('umount2', $place, $flags | UMOUNT_NOFOLLOW) == 0) { rmdir $place; next }
    my $error = $! + 0;
    next if $error == EINVAL or $error == ENOENT;
    print STDERR "umount: $!\n" unless $code;
    $code ||= $error;
  }
  exit $code;
}

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

# The machine's processes that use the volume: they have a file open below one of these places, or they have mounts of
# their own with the volume among them.
sub users_of {
  my %places = map { ($_ => 1) } @_;
  my $own = namespace_of($init, 'mnt');
  my %found = census($init);
  my (%has, @users);
  for my $pid (grep { $_ != $init } keys %found) {
    my $namespace = namespace_of($pid, 'mnt');
    if ($namespace eq $own) { push @users, $pid if opens($pid, \%places); next }
    # Processes of one namespace see the same mounts.
    $has{$namespace} = () = places_of($pid) unless $has{$namespace};
    push @users, $pid if $has{$namespace};
  }
  return @users;
}

# Whether a process uses a path at or below one of these places: as an open file, its program, its working folder or a
# mapped file.
sub opens {
  my ($pid, $places) = @_;
  return 0 unless %$places;
  my $is_below = sub {
    my $path = $_[0];
    return 0 unless defined $path;
    do { return 1 if $places->{$path} } while ($path =~ s{/[^/]*$}{}s);
    return 0;
  };
  for (qw(cwd root exe)) { return 1 if $is_below->(readlink "/proc/$pid/$_") }
  if (opendir(my $descriptors, "/proc/$pid/fd")) {
    while (defined(my $name = readdir $descriptors)) { return 1 if $is_below->(readlink "/proc/$pid/fd/$name") }
  }
  open(my $maps, '<', "/proc/$pid/maps") or return 0;
  while (defined(my $line = <$maps>)) {
    my $at = index($line, ' /');
    next if $at < 0;
    chomp $line;
    return 1 if $is_below->(substr($line, $at + 1));
  }
  return 0;
}
