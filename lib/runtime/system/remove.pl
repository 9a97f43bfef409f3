# Removes trees, whose paths come on stdin, each ended by a zero byte. It keeps nothing of what it sees: it goes a few
# levels down, and moves the folders below them to a pool, from where it continues. So neither many files nor deep and
# long paths take memory, or have a length. Several may remove one tree at a time: each empties the pools of the others,
# too. Only the first complaint is printed.
use integer;
my ($failed, $count) = (0, 0);
# Another removal, which may be in another namespace of processes, has another name for its pools.
my $POOL = '.removing-' . int(rand 1e9) . '-';
# With names of 255 bytes, paths are still shorter than they may be.
my $LEVELS = 8;

# About what is still there: another removal may have been at work.
sub complain {
  my ($path) = @_;
  my $text = substr("$path: $!", -180);
  return 1 if !lstat $path;
  $text =~ tr/ -~/?/c;
  print STDERR "$text\n" if !$failed++;
  return 0;
}

# Makes a folder within the tree.
sub pool {
  my $name = $POOL . $count++;
  return mkdir($name, 0700) ? $name : undef;
}

# Empties what could not be unlinked, a folder, and removes it. Folders below the last level go to the pool, which is
# made when it is needed.
sub empty {
  my ($folder, $pool, $level) = @_;
  my ($mode) = (lstat $folder)[2];
  # For the reason why it could not.
  return complain($folder) if !-d _;
  # Its owner may have closed it. Root needs no permission, and changes none.
  chmod 0700, $folder if $> && ($mode & 0700) != 0700;
  my $went = 1;
  while (!rmdir $folder) {
    return complain($folder) if !$went;
    # Another removal may take the rest before it is read.
    $went = $!{ENOTEMPTY};
    opendir my $list, $folder or return complain($folder);
    my $seen = 0;
    while (defined(my $name = readdir $list)) {
      next if $name eq '.' || $name eq '..';
      my $path = "$folder/$name";
      $went = 0 if !$seen++;
      $went = 1, next if unlink $path;
      my $gone = $level < $LEVELS ? empty($path, $pool, $level + 1) : pooled($path, $pool);
      $gone ? $went = 1 : complain($path);
    }
  }
  return 1;
}

# Moves a folder to the pool.
sub pooled {
  my ($path, $pool) = @_;
  while (1) {
    $$pool //= pool();
    # On a full disk there is none.
    return !system 'rm', '-rf', '--', $path if !defined $$pool;
    my $place = "$$pool/" . $count++;
    return 1 if rename $path, $place;
    # Its own entry for the folder above it changes.
    chmod 0700, $path if $>;
    return 1 if rename $path, $place;
    # Another removal has emptied and removed the pool.
    return 0 if !$!{ENOENT} || -d $$pool;
    $$pool = undef;
  }
}

# Empties the folders of a pool, or of the tree itself, and answers the next pool; nothing when there is none.
sub level {
  my ($from) = @_;
  my $pool;
  opendir my $list, $from or return complain($from), undef;
  while (defined(my $name = readdir $list)) {
    next if $name eq '.' || $name eq '..' || $from eq '.' && $name eq $pool;
    unlink "$from/$name" or empty("$from/$name", \$pool, 1);
  }
  closedir $list;
  $from eq '.' || rmdir $from || complain($from);
  return $pool;
}

sub remove {
  my ($tree) = @_;
  my ($uid) = (lstat $tree)[4];
  return if !defined $uid;
  return unlink $tree || complain($tree) if !-d _;
  chmod 0700, $tree if $> && !-x _;
  my $complaints;
  do {
    $complaints = $failed;
    chdir $tree or return rmdir $tree || complain($tree);
    # As its owner, so that nobody else is harmed where the owner still has a process that exchanges folders for links.
    $> = $uid if $> == 0;
    chmod 0700, '.' if $> && ((lstat '.')[2] & 0700) != 0700;
    for (my $from = '.'; defined $from;) { $from = level($from) }
    chdir '/';
    $> = $<;
    return if rmdir $tree;
    # What another removal has moved to its pool is seen by the next pass.
  } while ($!{ENOTEMPTY} && $failed == $complaints);
  complain($tree);
}

$/ = "\0";
while (defined(my $tree = <STDIN>)) {
  chomp $tree;
  remove($tree);
}
exit !!$failed;
