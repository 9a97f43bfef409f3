#!/bin/sh
# poweroff, halt, shutdown and reboot: ask init (TERM = power off, USR1 = restart; INT is ignored in background shells).
# After its time, shutdown takes a message to those who are logged in, which nothing shows.
signal=TERM
[ "${0##*/}" != reboot ] || signal=USR1
time=
for argument; do
  case $argument in
    -r | --reboot) signal=USR1 ;;
    -P | -p | -h | -H | -f | --poweroff | --halt | --force | --no-wall) ;;
    now | 0 | +0) time=now ;;
    *)
      if [ -z "$time" ] || [ "${0##*/}" != shutdown ] || [ "${argument#-}" != "$argument" ]; then
        echo "${0##*/}: '$argument' is not supported here (only: now, -r, -h, -P)" >&2
        exit 1
      fi
      ;;
  esac
done
kill -s "$signal" "${SVC_INIT:-1}"
