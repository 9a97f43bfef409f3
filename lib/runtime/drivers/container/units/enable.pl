# Which units a boot starts: links in folders of /etc/systemd/system, as systemctl(1) and the scripts of packages make them.

# The links that a unit's section Install asks for.
sub links_of {
  my ($unit) = @_;
  my $name = $unit->{name};
  if ($name =~ /^(.*@)\.(\w+)$/) {
    my $instance = last_of($unit, 'DefaultInstance', 'Install') // return ();
    $name = "$1$instance.$2";
  }
  my @links;
  for my $kind (['WantedBy', 'wants'], ['RequiredBy', 'requires']) {
    push @links, map { "$OWN/$_.$kind->[1]/$name" } words_of($unit, $kind->[0], 'Install');
  }
  return (@links, map { "$OWN/$_" } grep { $_ ne $name } words_of($unit, 'Alias', 'Install'));
}

# Why a unit could not be enabled, or undef.
sub enable_unit {
  my ($name, $quiet) = @_;
  if (my $script = script_of($name)) { return have_script($script, 'enable') }
  my $unit = load_unit($name);
  return 'there is no unit of this name' if $unit->{state} eq 'not-found';
  return 'it is masked' if $unit->{state} eq 'masked';
  my @links = links_of($unit);
  if (!@links and $name =~ /@\.\w+$/) { return 'this is a template (name@instance.service)' }
  complain("$name: nothing wants it (its section [Install] has no WantedBy=)") if !@links and !$quiet;
  for my $link (@links) {
    next if -l $link and readlink($link) eq $unit->{path};
    folders($link =~ s{/[^/]+$}{}r);
    unlink $link if -l $link;
    symlink $unit->{path}, $link or return "$link: $!";
    print STDERR "Created symlink $link \x{e2}\x{86}\x{92} $unit->{path}.\n" unless $quiet;
  }
  for (words_of($unit, 'Also', 'Install')) { enable_unit($_, $quiet) if /\.service$/ }
  return undef;
}

sub disable_unit {
  my ($name, $quiet) = @_;
  if (my $script = script_of($name)) { return have_script($script, 'disable') }
  my $unit = load_unit($name);
  return 'there is no unit of this name' if $unit->{state} eq 'not-found';
  my %here = map { $_ => 1 } grep { -l } links_to($name), links_of($unit);
  for my $link (sort keys %here) {
    unlink $link or return "$link: $!";
    print STDERR "Removed \"$link\".\n" unless $quiet;
  }
  return undef;
}

# Links of that name, whichever units want it.
sub links_to {
  my ($name) = @_;
  opendir(my $list, $OWN) or return ();
  return grep { -l } map { "$OWN/$_/$name" } grep { /\.(?:wants|requires)$/ } readdir $list;
}

# A script of /etc/init.d is started by its links in /etc/rc2.d, which update-rc.d(8) makes.
sub have_script {
  my ($script, $verb) = @_;
  my ($stem) = $script =~ m{([^/]+)$};
  system('update-rc.d', $stem, 'defaults') if $verb eq 'enable' and !glob "/etc/rc?.d/[SK]??$stem";
  return system('update-rc.d', $stem, $verb) == 0 ? undef : "update-rc.d $stem $verb has failed";
}

sub mask_unit {
  my ($name) = @_;
  return "$OWN/$name is a file" if -f "$OWN/$name" && !-l "$OWN/$name";
  folders($OWN);
  unlink "$OWN/$name";
  symlink '/dev/null', "$OWN/$name" or return "$OWN/$name: $!";
  print STDERR "Created symlink $OWN/$name \x{e2}\x{86}\x{92} /dev/null.\n";
  return undef;
}

sub unmask_unit {
  my ($name) = @_;
  return undef unless -l "$OWN/$name" and is_masked("$OWN/$name");
  unlink "$OWN/$name" or return "$OWN/$name: $!";
  print STDERR "Removed \"$OWN/$name\".\n";
  return undef;
}

# A word for whether a boot starts a unit, and whether it counts as one that does; undef where there is no such unit.
sub enabled_word {
  my ($name) = @_;
  if (my $script = script_of($name)) {
    my ($stem) = $script =~ m{([^/]+)$};
    return glob("/etc/rc2.d/S??$stem") ? ('enabled', 1) : ('disabled', 0);
  }
  my $path = file_of($name) // return ();
  return ('masked', 0) if is_masked($path);
  return ('alias', 1) if real_name($name) ne $name;
  return ('enabled', 1) if links_to($name);
  my $unit = load_unit($name);
  return ('enabled', 1) if grep { -l && !m{\.(?:wants|requires)/} } links_of($unit);
  return $unit->{says}{Install} ? ('disabled', 0) : ('static', 1);
}
