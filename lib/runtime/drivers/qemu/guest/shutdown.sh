#!/bin/sh
# shutdown [-h|-P|-r] [now]: at once, whatever time is named.
for word in "$@"; do [ "$word" = -r ] && exec reboot; done
exec poweroff
