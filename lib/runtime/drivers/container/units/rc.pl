# rc-service and rc-update, for Ansible's module `service`: it asks systemctl where systemd runs alone, and elsewhere
# knows services that have no script by these two.

sub rc_service {
  my ($name, $verb) = grep { !/^-/ } @_;
  give_up('a service and what to do with it are needed') unless defined $verb;
  return systemctl($verb, $name) if $verb ne 'status';
  my $runs = runs(real_name(name_of($name)));
  print $runs ? "status: started\n" : "status: stopped\n";
  return $runs ? 0 : 3;
}

sub rc_update {
  my ($verb, $name) = grep { !/^-/ } @_;
  $verb //= 'show';
  if ($verb eq 'show') {
    for my $each (grep { /\.service$/ && !/@\./ && (enabled_word($_))[0] eq 'enabled' } names_of_all()) {
      # A caller looks for the name that it has.
      print map { "$_ | default\n" } $each, $each =~ s/\.service$//r;
    }
    return 0;
  }
  my ($what) = $verb eq 'add' ? 'enable' : $verb =~ /^del(?:ete)?$/ ? 'disable' : give_up("$verb: this is not supported (show, add, delete)");
  return systemctl($what, '--quiet', defined $name ? $name : ());
}
