#!/bin/sh
# nohup COMMAND: what is started goes on when the terminal closes.
trap '' HUP
[ ! -t 1 ] || exec >>nohup.out
[ ! -t 2 ] || exec 2>&1
exec "$@"
