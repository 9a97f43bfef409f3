# Starting and stopping a unit. Its keeper is started by init, which keeps services of /etc/services.d running likewise.

# Waits until a condition holds; answers whether it does before so many seconds have passed.
sub wait_for {
  my ($holds, $limit) = @_;
  my $end = now() + $limit;
  until ($holds->()) {
    return 0 if now() > $end;
    rest(0.05);
  }
  return 1;
}

# Why a unit could not be started, or undef.
sub start_unit {
  my ($unit, %how) = @_;
  my $name = $unit->{name};
  if (defined(my $script = script_of($name))) {
    return undef if $how{boot} or state_of($name)->{ActiveState} eq 'active' or run_script($script, 'start') == 0;
    return "$script has failed (journalctl -u $name)";
  }
  return "there is no unit of this name" if $unit->{state} eq 'not-found';
  return 'it is masked' if $unit->{state} eq 'masked';
  return undef if $name =~ /\.target$/;
  return 'its file cannot be read' if $unit->{state} ne 'loaded';
  return 'this is a template (name@instance.service)' if $name =~ /@\.service$/;
  return 'it has no ExecStart=' unless all_of($unit, 'ExecStart') or all_of($unit, 'ExecStop');
  folders(place($name)) or return place($name) . ": $!";
  my $gate = lock_unit($name, 'gate.lock', 1);
  wait_for(sub { state_of($name)->{ActiveState} ne 'deactivating' }, 100);
  my $state = state_of($name)->{ActiveState};
  return undef if $state eq 'active';
  if ($state ne 'activating') {
    my $why = have_it_kept($name);
    return $why if defined $why;
  }
  undef $gate;
  return undef unless $how{waits};
  wait_for(sub { begun($name) }, $how{limit} // 1e9) or return 'it is not ready yet; the boot continues';
  my $now = state_of($name);
  return undef if $now->{ActiveState} eq 'active' or $now->{Result} eq 'success' and $now->{ActiveState} ne 'failed';
  return "it failed: $now->{Result} (systemctl status $name, journalctl -u $name)";
}

sub begun {
  my $state = state_of($_[0]);
  return $state->{ActiveState} !~ /^(?:activating|deactivating)$/ || $state->{SubState} eq 'auto-restart';
}

# Has init start a keeper, and waits until it is there.
sub have_it_kept {
  my ($name) = @_;
  my $at = place($name);
  unlink "$at/state";
  my $run = "#!/bin/sh\nPERL_BADLANG=0 exec perl -x /run/systemctl keep-unit '$name'\n";
  spill("$at/run", $run, 0755) or return "$at/run: $!";
  for (1 .. 60) {
    kill USR2 => 1;
    return undef if wait_for(sub { -e "$at/state" }, 0.5);
  }
  return 'init does not start it';
}

# Why a unit could not be stopped, or undef.
sub stop_unit {
  my ($name) = @_;
  if (defined(my $script = script_of($name))) {
    return run_script($script, 'stop') == 0 ? undef : "$script has failed (journalctl -u $name)";
  }
  if ($name =~ /\.target$/) {
    stop_unit($_) for grep { /\.service$/ } needs_of(load_unit($name));
    return undef;
  }
  stop_unit($_) for dependents_of($name);
  my $state = state_of($name);
  my ($pid) = ($state->{Keeper} // '') =~ /^(\d+)/;
  if (!is_kept($state)) {
    unlink place($name) . '/run';
    return undef;
  }
  kill TERM => $pid;
  wait_for(sub { my $now = state_of($name); $now->{ActiveState} =~ /^(?:inactive|failed)$/ || !is_kept($now) }, 1e9);
  return undef;
}

# Stops and starts, with what runs and is part of it.
sub restart_unit {
  my ($name, $waits) = @_;
  my @more = script_of($name) ? () : dependents_of($name);
  if (defined(my $script = script_of($name))) {
    return run_script($script, 'restart') == 0 ? undef : "$script has failed (journalctl -u $name)";
  }
  stop_unit($name);
  my $failed = start_units([$name, @more], waits => $waits);
  return $failed->{$name};
}

sub reload_unit {
  my ($name) = @_;
  if (defined(my $script = script_of($name))) {
    return run_script($script, 'reload') == 0 ? undef : "$script has failed (journalctl -u $name)";
  }
  my $state = state_of($name);
  return 'it is not running' if $state->{ActiveState} ne 'active';
  return 'it cannot be reloaded (it has no ExecReload=)' unless all_of(load_unit($name), 'ExecReload');
  my ($pid) = $state->{Keeper} =~ /^(\d+)/;
  my $before = $state->{Reloads} // 0;
  kill HUP => $pid;
  wait_for(sub { my $now = state_of($name); ($now->{Reloads} // 0) > $before || $now->{ActiveState} ne 'active' }, 95)
    or return 'its ExecReload= takes too long';
  return undef;
}
