#!/bin/sh
# shutdown [-h|-P|-r] [now]: acts at once, whatever time is given.
for word in "$@"; do [ "$word" = -r ] && exec reboot; done
exec poweroff
