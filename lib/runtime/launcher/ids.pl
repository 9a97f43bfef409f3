# Users and groups of a machine, by its own files. All of it runs behind the lock.
sub lines_of {
  my ($path) = @_;
  return () unless lstat($path) and -f _ and -s _ <= 1048576 and open(my $file, '<', $path);
  return map { chomp; [split /:/, $_, -1] } <$file>;
}

# The line of /etc/passwd whose field at `$at` is this.
sub account {
  my ($at, $value) = @_;
  my ($found) = grep { @$_ == 7 and $_->[$at] eq $value } lines_of('/etc/passwd');
  return $found;
}

# The numbers of the groups that have a user of this name as a member.
sub groups_with {
  my ($name) = @_;
  return grep { /^\d{1,5}$/ } map { $_->[2] } grep { @$_ == 4 and grep { $_ eq $name } split /,/, $_->[3] }
    lines_of('/etc/group');
}

# Becomes a user, with no other groups than these.
sub take_ids {
  my ($name, $uid, $gid, @groups) = @_;
  /^\d{1,5}$/ && $_ <= 65535 or give_up("the ids of $name are no numbers from 0 to 65535") for $uid, $gid;
  $( = $gid;
  $) = join ' ', $gid, $gid, @groups;
  ($<, $>) = ($uid, $uid);
  give_up("this process could not become $name") if $< != $uid or $> != $uid or $( + 0 != $gid or $) + 0 != $gid;
}
