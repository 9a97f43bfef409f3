# A machine's init. TERM: power off, USR1: restart (also from inside, by kill). Reports the reason to the host on
# descriptor 3, asks every process to end, and waits until none is left. The host limits that time.
down() {
  trap "" TERM USR1 HUP
  echo "$1" >&3
  kill -s TERM -- -1
  kill -s HUP -- -1
  kill -s CONT -- -1
  while kill -s 0 -- -1; do sleep 0.02; done
  exit 0
}
exec >/dev/null 2>&1 </dev/null
trap "down poweroff" TERM
trap "down reboot" USR1
trap "" HUP
echo up >&3
while :; do sleep 2147483647 & wait; done
