# Removes trees, whose paths come on stdin, each ended by a zero byte. It keeps nothing of what it sees: it takes a tree
# level by level, and moves the folders of each level into a pool beside them, the next level. So neither many files nor
# deep and long paths take memory, or have a length. Paths below the tree are "pool/number/name". Only the first complaint
# is printed.
use integer;
my ($failed, $count) = (0, 0);

sub complain {
  my ($path) = @_;
  my $text = substr("$path: $!", -180);
  $text =~ tr/ -~/?/c;
  print STDERR "$text\n" if !$failed;
  $failed = 1;
  return 0;
}

# A folder within the tree that is not there yet.
sub pool {
  while (1) {
    my $name = ".removing-" . $count++;
    return $name if mkdir $name, 0700;
    return undef if !-l $name && !-e _;
  }
}

# Empties a folder and removes it. Its folders go to the pool, which is made when it is needed.
sub empty {
  my ($folder, $pool) = @_;
  # Its owner may have closed it. Root needs no permission, and changes none.
  chmod 0700, $folder if $>;
  my $went = 1;
  while (!rmdir $folder) {
    return complain($folder) if !$went;
    $went = 0;
    opendir my $list, $folder or return complain($folder);
    while (defined(my $name = readdir $list)) {
      next if $name eq '.' || $name eq '..';
      my $path = "$folder/$name";
      $went = 1, next if unlink($path) || rmdir($path);
      chmod 0700, $path if $>;
      $$pool //= pool();
      # On a full disk there is no pool.
      my $gone = defined $$pool ? rename $path, "$$pool/" . $count++ : !system 'rm', '-rf', '--', $path;
      $gone ? $went = 1 : complain($path);
    }
  }
  return 1;
}

# Empties the folders of one level, and answers the pool of their folders; nothing when they have none.
sub level {
  my ($from) = @_;
  my $pool;
  opendir my $list, $from or return complain($from), undef;
  while (defined(my $name = readdir $list)) {
    next if $name eq '.' || $name eq '..' || $from eq '.' && $name eq $pool;
    unlink "$from/$name" or empty("$from/$name", \$pool);
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
  chmod 0700, $tree if $>;
  if (chdir $tree) {
    # As its owner, so that nobody else is harmed where the owner still has a process that exchanges folders for links.
    $> = $uid if $> == 0;
    chmod 0700, '.' if $>;
    for (my $from = '.'; defined $from;) { $from = level($from) }
    chdir '/';
  }
  $> = $<;
  rmdir $tree or complain($tree);
}

$/ = "\0";
while (defined(my $tree = <STDIN>)) {
  chomp $tree;
  remove($tree);
}
exit $failed;
