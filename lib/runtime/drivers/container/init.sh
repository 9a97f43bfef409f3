# A machine's init. TERM: power off, USR1: restart (also from inside, by kill), HUP: start what is new, USR2: start new
# services alone. Reports the reason of an end to the host on descriptor 3, asks every process to end, and waits until
# none is left. The host limits that time. What it writes to its output is the machine's console. The programs of every
# boot start at the first HUP, which the host sends when the machine is open, or when its user data has ended. With
# `volumes` as its argument, so do services. `again` and a word continue as an init whose shell has failed.
down() {
  trap - EXIT
  trap "" TERM USR1 HUP USR2
  echo "$1" >&3
  to_all TERM
  hang_up
  to_all CONT
  while to_all 0; do sleep 0.02; done
  exit 0
}

# Sends a signal to every other process. Not every shell knows `--`.
to_all() { kill -s "$1" -- -1 || kill -"$1" -1; } 2>/dev/null

# Ends logins, whose shells ignore TERM. They were started from outside, so they have no parent here. Others get no HUP:
# it would end a service that is still about to end in order.
hang_up() {
  for stat in /proc/[0-9]*/stat; do
    read -r line <"$stat" && pid=${line%% *} && set -- ${line##*) } || continue
    [ "$pid" = 1 ] || [ "$2" != 0 ] || kill -s HUP "$pid"
  done 2>/dev/null
}

say() { echo "init: $*"; }

# Runs a program of the machine's owner, where it is one.
start() {
  [ -f "$1" ] && [ -x "$1" ] || return 0
  (cd / && exec "$1")
  code=$?
  [ $code -eq 0 ] || say "$1 ended with code $code"
}

# Starts what packages have put into the usual runlevel, where the root is the machine's own.
start_packages() {
  [ -n "$users" ] || return 0
  for script; do
    case $script in /etc/rc2.d/*) ;; *) continue ;; esac
    [ -f "$script" ] && [ -x "$script" ] || continue
    # A unit of the owner's own stands for it.
    unit=/etc/systemd/system/${script#/etc/rc2.d/S??}.service
    if [ -L "$unit" ]; then [ "$(readlink "$unit")" != /dev/null ] || continue; elif [ -f "$unit" ]; then continue; fi
    (cd / && exec "$script" start)
    code=$?
    [ $code -eq 0 ] || say "$script ended with code $code"
  done
}

# Starts the units that are enabled (units/), where there is perl.
start_units() {
  if [ -d /etc/systemd/system ] && command -v perl >/dev/null; then perl -x /run/systemctl start-enabled "$@"; fi
}

# The machine's id of machine-id(5), once: a machine that is made of another one's disk finds the file empty.
name_machine() {
  [ ! -s /etc/machine-id ] && { [ -f /etc/machine-id ] || [ ! -e /etc/machine-id ]; } || return 0
  read -r uuid </proc/sys/kernel/random/uuid || return 0
  (IFS=- && set -- $uuid && echo "$1$2$3$4$5" >/etc/machine-id)
}

# Starts what the disk names by now: whoever logs in at once may already be writing what the next boot is to start.
programs_of_boot() {
  set -- /etc/boot.d/*
  [ ! -f /etc/rc.local ] || set -- /etc/rc.local "$@"
  (
    set -- /etc/rc2.d/S* /etc/systemd/system/*.wants/* /etc/systemd/system/*.requires/*
    mounts=
    [ ! -f /etc/fstab ] || [ ! -s /etc/fstab ] || mounts=yes
    # A moment later than it could be: on a small host they would take the processor from the first login.
    sleep 0.3
    # What packages start may have its data there.
    [ -z "$mounts" ] || mount -a || say "mount -a ended with code $?"
    start_packages "$@"
    start_units "$@"
  )
  for program; do start "$program"; done
  # What `systemctl is-system-running` goes by.
  : >/run/booted
}

# Keeps a service running, with longer and longer pauses where it ends again and again.
keep() {
  pause=1
  while [ -f "$1/run" ] && [ -x "$1/run" ]; do
    read -r began _ </proc/uptime
    # What keeps a unit tells the host where it fails.
    case $1 in /run/*) (cd "$1" && exec ./run) ;; *) (cd "$1" && exec ./run 3>&-) ;; esac
    code=$?
    # A unit that has stopped takes it away, and may have been started again by now.
    [ -f "$1/run" ] || break
    case $1 in /run/*) [ $code -ne 0 ] || continue ;; esac
    read -r ended _ </proc/uptime
    [ $((${ended%.*} - ${began%.*})) -lt 60 ] || pause=1
    say "service ${1##*/} ended with code $code; it starts again in $pause s"
    sleep $pause 3>&-
    [ $pause -ge 60 ] || pause=$((pause * 2))
  done
}

# Starts the services, and the units that somebody has asked for, which are not kept running yet. What keeps the program
# of an image has waited for volumes too (launcher/entrypoint.pl).
start_services() {
  if read -r keeper </run/entrypoint && rm /run/entrypoint; then kill -s HUP "$keeper"; fi 2>/dev/null
  for folder in /etc/services.d/* /run/units/*; do
    [ -f "$folder/run" ] && [ -x "$folder/run" ] || continue
    mkdir -p /run/services
    note=/run/services/${folder##*/} keeper=
    case $folder in /run/*) note=$folder/kept ;; esac
    [ ! -f "$note" ] || read -r keeper <"$note"
    case $keeper in
      '' | *[!0-9]*) ;;
      *) kill -s 0 "$keeper" 2>/dev/null && continue ;;
    esac
    keep "$folder" &
    echo $! >"$note"
  done
}

# Whether the root is the machine's own, with users and packages (tree.pl).
users=
[ ! -e /run/utmp ] || users=yes

# Runs what crontabs name for a time or a boot (cron.pl), where the system has cron, whose own daemon cannot serve
# a machine with one user.
cron=
if [ -z "$users" ] && { command -v cron || command -v crond; }; then cron=yes; fi >/dev/null
run_jobs() {
  [ -n "$cron" ] && [ -n "$1" ] || return 0
  perl /run/cron "$1" 3>&- &
}

# Gives on what others write in whole lines: scripts of packages write a line in pieces, and services write meanwhile.
# It outlives TERM, since who writes to it may have last words at the end.
whole_lines() {
  trap "" TERM
  if echo | sed -u "" >/dev/null 2>&1; then exec sed -u ""; fi
  while IFS= read -r line; do printf '%s\n' "$line"; done
}

begun=
proceed() {
  if [ -z "$begun" ]; then
    programs_of_boot 3>&- | whole_lines 3>&- &
    run_jobs reboot
  fi
  begun=yes
  start_services
}

# Until the next minute, where that may bring jobs.
rest() {
  seconds=2147483647
  [ -z "$cron" ] || seconds=$((60 - $(date +%s) % 60))
  sleep $seconds 3>&- &
  idle=$!
}

exec 2>&1 </dev/null
export HOME=/root USER=root LOGNAME=root SHELL=/bin/sh
cd /
# Ansible takes what a process of another name runs for services that have scripts alone.
{ printf svc-init >/proc/self/comm; } 2>/dev/null
trap "down poweroff" TERM
trap "down reboot" USR1
trap proceed HUP
trap start_services USR2
# A shell ends where it may start no further process, or where what it started was killed while it waited for the words.
# The machine stays, and what has ended in it makes room (1 is WNOHANG). The pipe of the words is left open by then.
# Without perl the next shell waits for them as it goes.
begin_again() {
  if command -v perl >/dev/null; then
    exec perl -e "sleep 1; 1 while waitpid(-1, 1) > 0; exec @ARGV" /bin/sh /run/init again "$begun" 4>&- 5>&-
  fi
  exec /bin/sh /run/init again "$begun" 4>&- 5>&-
}
trap begin_again EXIT
case $1 in
  again)
    begun=$2
    start_services
    ;;
  *)
    name_machine
    echo up >&3
    # Where crontab(1) keeps what it is given.
    [ -z "$cron" ] || mkdir -p /var/spool/cron/crontabs
    [ "$1" = volumes ] || start_services
    ;;
esac
rest
while :; do
  wait "$idle"
  code=$?
  # A HUP or USR2 interrupts the wait alone.
  [ $code -ne 129 ] && [ $code -ne 140 ] || continue
  # What ended the rest may have ended those that keep services as well.
  [ $code -eq 0 ] || start_services
  run_jobs "$(date +%s)"
  rest
done
