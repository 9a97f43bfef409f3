# Starts a program of the host, which comes after `--`, where enter.pl has brought this process.
start(@ARGV);
