# Becomes the program of a login. With the setting terminal, one that is to have a terminal by script(1), of a line for the
# shell, gets it from here where the machine has no such program.
if (all('terminal') and $ARGV[0] eq 'script' and !is_found('script')) {
  my ($shell) = map { /^SHELL=(.*)/s ? $1 : () } reverse all('env');
  own_terminal($shell, '-c', $ARGV[2]);
}
become(3, @ARGV);
