# Looks at an image as a machine would have it: its layers (settings layer, folders, from the highest on) put together,
# read-only, as this process's root, in mounts of its own. It is root of a range of ids, runs no program and loads nothing.
# It prints "there <path>" for each setting path at which a program or a folder is, "link <path>" for each setting plain
# that is a link or a file.
call('unshare', CLONE_NEWNS);
mount('none', '/', 0, MS_REC | MS_PRIVATE, 0);
my @layers = all('layer');
# The stage may be around it.
opendir(my $images, setting('images')) or fail('the layers');
file_system('tmpfs', STAGE, MS_NOSUID | MS_NODEV, 'mode=755,size=64k');
make_folders(map { STAGE . "/$_" } qw(tree none image));
bind_mount('/proc/self/fd/' . fileno $images, STAGE . '/image');
# An overlay has at least two.
my $lower = lower(STAGE . '/image', @layers) . ':' . STAGE . '/none';
file_system('overlay', STAGE . '/tree', MS_RDONLY | MS_NODEV | MS_NOSUID | MS_NOEXEC, "lowerdir=$lower,userxattr");
chdir STAGE . '/tree' or fail('the tree');
chroot '.' or fail('chroot');
for my $path (all('path')) { print "there $path\n" if -d $path or -f _ and -x _ }
for my $path (all('plain')) { print "link $path\n" if lstat $path and !-d _ }
