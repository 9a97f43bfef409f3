# timedatectl and hostnamectl, as far as they set what is the machine's own.

sub needs_root { give_up("$_[0]: only root may do this (sudo $PROGRAM $_[0])", 4) if $> != 0 }

sub zone { (readlink('/etc/localtime') // '') =~ m{/zoneinfo/(.+)$} ? $1 : 'UTC' }

sub time_settings {
  my ($verb, $zone) = grep { !/^-/ } @_;
  $verb //= 'status';
  if ($verb eq 'status' or $verb eq 'show') {
    print $verb eq 'show' ? 'Timezone=' : '       Time zone: ', zone(), "\n";
    return 0;
  }
  if ($verb eq 'list-timezones') {
    print map { (split /\t/)[2] . "\n" } grep { !/^#/ } map { split /\n/ } slurp('/usr/share/zoneinfo/zone1970.tab') // '';
    return 0;
  }
  give_up("$verb: the clock is that of the host") if $verb =~ /^set-(?:time|ntp|local-rtc)$/;
  give_up("$verb: this is not supported (status, show, list-timezones, set-timezone)") if $verb ne 'set-timezone';
  needs_root($verb);
  my $file = '/usr/share/zoneinfo/' . ($zone // '');
  give_up('there is no time zone ' . ($zone // '') . ' (package tzdata)') unless defined $zone and $zone !~ /\.\./ and -f $file;
  symlink $file, "/etc/localtime.$$" and rename "/etc/localtime.$$", '/etc/localtime' or give_up("/etc/localtime: $!");
  spill('/etc/timezone', "$zone\n") or give_up("/etc/timezone: $!");
  return 0;
}

# Behind its lock a machine cannot rename itself while it runs: a boot takes the name from /etc/hostname.
sub name_settings {
  my ($verb, $name) = grep { !/^-/ } @_;
  my $now = (POSIX::uname())[1];
  $verb //= 'status';
  $verb = 'set-hostname' if $verb eq 'hostname' and defined $name;
  if ($verb eq 'status' or $verb eq 'hostname') {
    print $verb eq 'status' ? ' Static hostname: ' : '', $now, "\n";
    return 0;
  }
  give_up("$verb: this is not supported (status, hostname, set-hostname)") if $verb ne 'set-hostname';
  needs_root($verb);
  give_up('the name is missing') unless defined $name;
  give_up("$name: this is no hostname (letters, digits, . and -, at most 64)") if $name !~ /^[A-Za-z0-9][A-Za-z0-9.-]{0,63}$/;
  spill('/etc/hostname', "$name\n") or give_up("/etc/hostname: $!");
  print STDERR "hostnamectl: $name is the name from the next boot on\n" if $name ne $now;
  return 0;
}
