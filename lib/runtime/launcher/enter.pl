# Enters the network of a process (setting process, a mark), and nothing else of it; network_host is the mark of the
# process whose user namespace owns that network. No file of a guest is in reach.
enter(namespaces_of(setting('network_host'), 'user'), namespaces_of(setting('process'), 'net'));
