#!/bin/sh
# Tells the host that SSH answers (port 22 in hexadecimal, state LISTEN).
until grep -q ':0016 .* 0A ' /proc/net/tcp; do usleep 20000; done
echo 'svc: ready' >/dev/ttyS0
