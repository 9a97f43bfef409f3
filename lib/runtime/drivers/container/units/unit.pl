# Unit files (systemd.unit(5)): where they are, what they say, and what their words mean.

sub template_of { $_[0] =~ /^([^@]+@).+\.(\w+)$/ ? "$1.$2" : undef }

# The file of a name; that of its template where it has none.
sub file_of {
  my ($name) = @_;
  for my $each (grep { defined } $name, template_of($name)) {
    for (@FOLDERS) { return "$_/$each" if -l "$_/$each" || -e _ }
  }
  return undef;
}

sub is_masked { -l $_[0] ? readlink($_[0]) eq '/dev/null' : -z $_[0] }

# Another name that a link leads to; the name itself where it leads to none.
sub real_name {
  my ($name) = @_;
  for (1 .. 8) {
    my $path = file_of($name);
    last unless defined $path and -l $path and my ($other) = readlink($path) =~ m{([^/]+\.(?:service|target))$};
    last if $other eq $name or $other =~ /@\.\w+$/;
    $name = $other;
  }
  return $name;
}

# A unit: its names, where it is from, and what it says, as {section}{key} lists.
sub load_unit {
  my ($asked) = @_;
  my $name = real_name($asked);
  my $path = file_of($name);
  my $unit = { name => $name, path => $path, state => 'not-found', says => {}, dropped => [] };
  return $unit unless defined $path;
  if (is_masked($path)) {
    $unit->{state} = 'masked';
    return $unit;
  }
  $unit->{state} = read_settings($path, $unit->{says}) ? 'loaded' : 'error';
  for (drop_ins($name)) {
    push @{ $unit->{dropped} }, $_ if read_settings($_, $unit->{says});
  }
  return $unit;
}

sub drop_ins {
  my ($name) = @_;
  my %found;
  my ($kind) = $name =~ /\.(\w+)$/;
  for my $each (grep { defined } $name, template_of($name), $kind) {
    for my $folder (@FOLDERS) {
      opendir(my $list, "$folder/$each.d") or next;
      for (readdir $list) { $found{$_} //= "$folder/$each.d/$_" if /\.conf$/ }
    }
  }
  return map { $found{$_} } sort keys %found;
}

# A line that ends with a backslash goes on in the next; an empty value begins a list anew.
sub read_settings {
  my ($path, $says) = @_;
  my $text = slurp($path);
  return 0 unless defined $text;
  my ($section, $begun) = ('', '');
  for my $line (split /\n/, $text) {
    $line =~ s/\r$//;
    next if $line =~ /^\s*[#;]/;
    $line = $begun . $line;
    $begun = '';
    if ($line =~ s/\\$/ /) { $begun = $line; next }
    if ($line =~ /^\s*\[([^\]]+)\]\s*$/) { $section = $1; next }
    my ($key, $value) = $line =~ /^\s*([A-Za-z0-9-]+)\s*=\s*(.*?)\s*$/ or next;
    if ($value eq '') { $says->{$section}{$key} = [] }
    else { push @{ $says->{$section}{$key} }, $value }
  }
  return 1;
}

# Every value of a key, its specifiers replaced; of the section Service where no other is named.
sub all_of {
  my ($unit, $key, $section) = @_;
  my $says = $unit->{says}{ $section // 'Service' } || {};
  return map { specified($unit, $_) } @{ $says->{$key} || [] };
}

sub last_of { (all_of(@_))[-1] }
sub words_of { map { split ' ' } all_of(@_) }

sub specified {
  my ($unit, $text) = @_;
  return $text unless $text =~ /%/;
  my ($stem) = $unit->{name} =~ /^(.*)\.\w+$/;
  my ($prefix, $instance) = $stem =~ /^([^@]*)@?(.*)$/;
  my $plain = sub { $_[0] =~ s{-}{/}gr =~ s/\\x([0-9a-f]{2})/chr hex $1/gier };
  my %means = (
    n => $unit->{name}, N => $stem, p => $prefix, P => $plain->($prefix), i => $instance, I => $plain->($instance),
    j => $prefix =~ s/.*-//r, f => '/' . $plain->($instance || $prefix), H => (POSIX::uname())[1],
    v => (POSIX::uname())[2], u => 'root', U => 0, g => 'root', G => 0, h => '/root', s => '/bin/sh', t => '/run',
    S => '/var/lib', C => '/var/cache', L => '/var/log', E => '/etc', T => '/tmp', V => '/var/tmp', '%' => '%',
    m => (slurp('/etc/machine-id') // '') =~ s/\s//gr,
  );
  return $text =~ s/%([A-Za-z%])/$means{$1} \/\/ "%$1"/ger;
}

# Words as systemd.syntax(7) has them: quoted by ' or ", with escapes of C.
sub split_words {
  my ($text) = @_;
  my %short = (n => "\n", t => "\t", r => "\r", s => ' ', a => "\a", b => "\b", f => "\f", v => "\x0b");
  my @words;
  while ($text =~ /\G\s*((?:"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|\\.|[^\s"'\\])+)/gc) {
    my $word = '';
    for ($1 =~ /"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|\\.|[^"'\\]+/g) {
      my $part = /^(["'])(.*)\1$/s ? $2 : $_;
      $part =~ s/\\(?:x([0-9A-Fa-f]{2})|([0-7]{3})|(.))/defined $1 ? chr hex $1 : defined $2 ? chr oct $2 : $short{$3} \/\/ $3/ge;
      $word .= $part;
    }
    push @words, $word;
  }
  return @words;
}

# Seconds of a length such as "1min 30s"; undef without end, or where it says nothing.
sub seconds_of {
  my ($text) = @_;
  return undef if !defined $text or $text eq 'infinity';
  my %unit = (us => 1e-6, ms => 1e-3, s => 1, m => 60, h => 3600, d => 86_400, w => 604_800);
  my $sum = 0;
  while ($text =~ /([0-9.]+)\s*([a-z]*)/g) {
    my ($count, $word) = ($1, $2);
    $sum += $count * ($word eq '' ? 1 : $word =~ /^(us|ms)/ ? $unit{$1} : $unit{ substr $word, 0, 1 } // 1);
  }
  return $sum;
}

# Where the distribution's own script of that name runs the service, by both programs: only a whole unit of the owner's
# comes before it.
sub script_of {
  my ($name) = @_;
  my ($stem) = $name =~ /^([^@]+)\.service$/ or return undef;
  return undef if -f "$OWN/$name" && !-l "$OWN/$name" or -l "$OWN/$name" && is_masked("$OWN/$name");
  return -f "/etc/init.d/$stem" && -x _ ? "/etc/init.d/$stem" : undef;
}
