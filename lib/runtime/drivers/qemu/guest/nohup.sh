#!/bin/sh
# nohup COMMAND: runs a command that goes on when the terminal closes.
trap '' HUP
[ ! -t 1 ] || exec >>nohup.out
[ ! -t 2 ] || exec 2>&1
exec "$@"
