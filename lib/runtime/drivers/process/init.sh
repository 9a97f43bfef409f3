# A process machine's init. It only reports `poweroff` and `reboot` to the host on descriptor 3. It ends when its input,
# which the runtime holds open, ends.
report() {
  woken=1
  echo "$1" >&3
}
woken=
trap "report poweroff" TERM
trap "report reboot" USR1
trap "" HUP INT
echo up >&3
while read -r _ || [ -n "$woken" ]; do woken=; done
