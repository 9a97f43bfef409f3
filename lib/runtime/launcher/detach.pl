# Detaches a volume from a running machine, wherever the guest has moved or copied it. Unless the setting force is 1, it
# ends with EBUSY when processes use the volume; with force it kills them. A child enters the mounts of the VPC's
# network host process, and then the machine's. It starts no program there. Ends with the error number of the kernel.
sub UMOUNT_NOFOLLOW () { 8 } sub MNT_DETACH () { 2 } sub EBUSY () { 16 } sub EINVAL () { 22 } sub ENOENT () { 2 }

# Rounds of ending the processes that use a volume, before it is detached while in use or with what the guest has
# mounted within it, and seconds between them.
sub ROUNDS () { 50 } sub PAUSE () { 0.02 }

my $force = setting('force');
# One round more than that looks whether it is gone.
for my $round (0 .. ROUNDS + 1) {
  my @places = places_of($init);
  my @users = users_of(@places);
  exit EBUSY if @users and not $force;
  kill 'KILL', @users;
  exit 0 unless @places or @users;
  my $code = unmount($round >= ROUNDS ? MNT_DETACH : 0, @places);
  exit $code if $code and ($code != EBUSY or not $force);
  select(undef, undef, undef, PAUSE) if $code or @users;
}
exit EBUSY;

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
    until ($places->{$path}) { $path =~ s{/[^/]*$}{}s or return 0 }
    return 1;
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
