# Starts a program of the host, given after `--`, with a session keyring of its own, so that it does not inherit the
# keys of the user who started the platform.
own_keyring();
start(@ARGV);
