#!/bin/sh
# poweroff, halt, shutdown and reboot: ask init (TERM = power off, USR1 = restart; INT is ignored in background shells).
signal=TERM
[ "${0##*/}" != reboot ] || signal=USR1
for argument; do
  case $argument in
    -r | --reboot) signal=USR1 ;;
    -P | -p | -h | -H | -f | --poweroff | --halt | --force | --no-wall | now | +0) ;;
    *) echo "${0##*/}: '$argument' is not supported here (only: now, -r, -h, -P)" >&2; exit 1 ;;
  esac
done
kill -s "$signal" "${SVC_INIT:-1}"
