# Starts a program of the host, behind `--`, with a session keyring of its own: what is in that of the person who started
# the platform is not inherited.
own_keyring();
start(@ARGV);
