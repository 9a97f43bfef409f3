# Requests about paths.

sub serve_stat { reply_attributes($_[0], stat path()) }

sub serve_lstat { reply_attributes($_[0], lstat path()) }

sub serve_setstat {
  my ($id) = @_;
  my $path = path();
  change_file(wanted(), $path);
  done($id);
}

sub serve_remove {
  check(unlink path());
  done($_[0]);
}

sub serve_mkdir {
  my ($path, $want) = (path(), wanted());
  check(mkdir $path, defined $want->{mode} ? $want->{mode} : 0777);
  done($_[0]);
}

sub serve_rmdir {
  check(rmdir path());
  done($_[0]);
}

# The last part of the path need not exist.
sub serve_realpath {
  my $real = Cwd::abs_path(path());
  failed() unless defined $real;
  reply_name($_[0], $real);
}

sub serve_readlink {
  my $target = readlink path();
  failed() unless defined $target;
  reply_name($_[0], $target);
}

# OpenSSH's order, which differs from the draft's: first the link's target, then the link's path.
sub serve_symlink {
  my ($target, $path) = (path(), path());
  check(symlink $target, $path);
  done($_[0]);
}

# Never replaces an existing path. For a file `link` ensures this, if the file system has hard links.
sub serve_rename {
  my ($from, $to) = (path(), path());
  failed() unless lstat $from;
  if (-f _ && link $from, $to) {
    check(unlink $from);
    return done($_[0]);
  }
  refuse(FAILURE, 'File exists') if lstat $to;
  check(rename $from, $to);
  done($_[0]);
}
