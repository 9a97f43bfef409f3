#!/bin/sh
# The power button.
exec poweroff
