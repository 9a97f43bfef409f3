# Starts a program of the host in the network of a process, and in nothing else of it. Settings: network_host (mark; its
# user namespace owns that network), process (mark). The program comes after `--`. No file of a guest is in reach.
enter(namespaces_of(setting('network_host'), 'user'), namespaces_of(setting('process'), 'net'));
start(@ARGV);
