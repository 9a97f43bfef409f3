# Unpacks one layer of an image, a tar on standard input, into an empty folder (setting to), which is its root from
# before the first byte is read. It is root of a range of ids and nothing more, runs no program and loads nothing. Settings:
# `files` and `depth` bound what it makes. It prints how many files it has made and their bytes, or ends with 3 and a
# sentence where the layer is at fault.
# Whiteouts and opaque folders get the form of an overlay that was mounted in a user namespace (`userxattr`).
sub AT_NOFOLLOW () { 0x100 } sub S_IFCHR () { 0020000 } sub S_IFIFO () { 0010000 }

my ($most_files, $most_depth) = (setting('files'), setting('depth'));
chdir setting('to') or fail('the folder of the layer');
chroot '.' or fail('chroot');
chdir '/' or fail('/');
umask 0;

my ($files, $bytes, @folders) = (0, 0);

while (defined(my $entry = next_entry())) { make($entry) }
# What follows the end of the archive is read, so that its sender can tell its digest.
1 while fill();
touched(@$_) for reverse @folders;
print "$files $bytes\n";
exit 0;

# The path from the root, without the ways that lead nowhere else.
sub path_of {
  my ($name) = @_;
  refuse('a path of it has a zero byte') if $name =~ /\0/;
  my @parts = grep { $_ ne '' and $_ ne '.' } split m{/}, $name;
  refuse("the path $name leads out of it") if grep { $_ eq '..' } @parts;
  refuse("it has folders more than $most_depth deep") if @parts > $most_depth;
  return @parts;
}

sub counted { refuse("it has more than $most_files files") if ++$files > $most_files }

sub make {
  my ($entry) = @_;
  my @parts = path_of($entry->{name});
  my ($type, $size) = ($entry->{type}, $entry->{size});
  $type = '0' if $type =~ /[\0\x{37}]/;
  $type = '5' if $type eq '0' and $entry->{name} =~ m{/\z};
  $size = 0 if $type =~ /[1-6]/ and $type ne '1';
  refuse('a hard link of it has contents') if $type eq '1' and $size;
  my $path = '/' . join '/', @parts;
  my $last = pop @parts // '';
  # The root itself.
  return $type eq '5' ? dressed($path, $entry) : skip($size + padding($size)) if $last eq '';
  parents(@parts);
  if ($last =~ /^\.wh\.(.*)$/s) {
    skip($size + padding($size));
    return whiteout('/' . join('/', @parts), $1);
  }
  counted();
  if ($type eq '5') { folder($path, $entry) }
  elsif ($type eq '0') { file($path, $entry) }
  elsif ($type eq '1') { hard_link($path, $entry) }
  elsif ($type eq '2') {
    cleared($path);
    symlink $entry->{link}, $path or at_fault($path);
    dressed($path, $entry, 1);
  } elsif ($type eq '6') {
    cleared($path);
    attempt('mknodat', AT_FDCWD, $path, S_IFIFO | 0600, 0) == 0 or at_fault($path);
    dressed($path, $entry);
  } elsif ($type =~ /[34]/) {
    # No device of the host.
  } elsif ($type eq 'S') {
    refuse('it has a sparse file');
  } else { skip($size + padding($size)) }
}

sub at_fault { refuse("$_[0]: $!") }

sub parents {
  my $path = '';
  for my $part (@_) {
    $path .= "/$part";
    next if lstat $path and !is_whiteout();
    counted();
    unlink $path;
    mkdir $path, 0755 or at_fault($path);
  }
}

sub is_whiteout { return -c _ && (stat _)[6] == 0 }

# Makes room for what is no folder.
sub cleared {
  my ($path) = @_;
  return unless lstat $path;
  (-d _ ? rmdir $path : unlink $path) or at_fault($path);
}

sub folder {
  my ($path, $entry) = @_;
  my $hides = lstat $path && is_whiteout();
  unlink $path if lstat $path and !-d _;
  lstat $path or mkdir $path, 0700 or at_fault($path);
  opaque($path) if $hides;
  dressed($path, $entry);
}

sub file {
  my ($path, $entry) = @_;
  cleared($path);
  my $left = $entry->{size};
  sysopen(my $file, $path, 0301, 0600) or at_fault($path);    # O_CREAT | O_EXCL | O_WRONLY
  while ($left) {
    fill() or refuse('it ends too early') if $at == length $buffer;
    my $part = length($buffer) - $at;
    $part = $left if $part > $left;
    my $written = syswrite $file, $buffer, $part, $at or fail($path);
    $at += $written;
    $left -= $written;
  }
  close $file or fail($path);
  $bytes += $entry->{size};
  skip(padding($entry->{size}));
  dressed($path, $entry);
}

sub hard_link {
  my ($path, $entry) = @_;
  my $target = '/' . join '/', path_of($entry->{link});
  lstat $target and !-d _ and !is_whiteout() or refuse("the hard link $entry->{name} leads to nothing in its layer");
  return if $target eq $path;
  cleared($path);
  link $target, $path or at_fault($path);
}

sub whiteout {
  my ($folder, $name) = @_;
  if ($name eq '.wh..opq') { return opaque($folder) }
  return if $name =~ /^\.wh\./;    # other signs, of another kind of overlay
  refuse('a whiteout of it names nothing') if $name eq '' or $name eq '.' or $name eq '..';
  my $path = $folder eq '/' ? "/$name" : "$folder/$name";
  # What the layer itself has there stays, and hides what is below it.
  if (lstat $path) { opaque($path) if -d _; return }
  counted();
  attempt('mknodat', AT_FDCWD, $path, S_IFCHR, 0) == 0 or at_fault($path);
}

sub opaque { attribute($_[0], 'user.overlay.opaque', 'y') }

sub attribute {
  my ($path, $name, $value) = @_;
  return if attempt('lsetxattr', $path, $name, $value, length $value, 0) == 0;
  # A file system without attributes of users, or a link, which cannot have them.
  at_fault("$path: $name") unless $name =~ /^user\.(?!overlay)/;
}

# Its owner, its mode, its attributes and its time.
sub dressed {
  my ($path, $entry, $is_link) = @_;
  my ($uid, $gid) = @$entry{qw(uid gid)};
  attempt('fchownat', AT_FDCWD, $path, $uid + 0, $gid + 0, AT_NOFOLLOW) == 0 or at_fault($path);
  if (!$is_link) { chmod $entry->{mode}, $path or at_fault($path) }
  attribute($path, $_, $entry->{attributes}{$_}) for sort keys %{ $entry->{attributes} };
  # What is put into a folder changes its time.
  if ($entry->{type} eq '5') { push @folders, [$path, $entry->{mtime}] }
  else { touched($path, $entry->{mtime}) }
}

sub touched {
  my ($path, $mtime) = @_;
  attempt('utimensat', AT_FDCWD, $path, pack('q4', $mtime, 0, $mtime, 0), AT_NOFOLLOW);
}
