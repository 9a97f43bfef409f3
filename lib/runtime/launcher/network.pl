# Starts a program of the host in nothing but the network of a process. Settings: network host process (mark, whose user namespace that
# network belongs to), process (mark); the program is behind `--`. No file of a guest is in reach.
enter(namespaces_of(setting('network_host'), 'user'), namespaces_of(setting('process'), 'net'));
start(@ARGV);
