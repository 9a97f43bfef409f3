# Copies a machine's disk in a root of its own. So no link on the disk, not even one that the machine creates meanwhile,
# can lead to another file of the host. Arguments: from, to, and an empty folder for that root. Prints "pid N" (its own
# pid on the host; its child makes the copy), "total N" (bytes on disk) and "copied N". Errors of cp go to stderr.
set -eu
FROM=$1 TO=$2 ROOT=$3
read -r pid _ < /proc/self/stat
echo "pid $pid"
mount -t tmpfs -o mode=755,size=64k root "$ROOT"
cd "$ROOT"
mkdir usr proc dev from to .old
: > dev/null
mount --bind /dev/null dev/null
for d in bin sbin lib lib32 lib64 libx32; do
  if [ -L /$d ]; then ln -s "$(readlink /$d)" $d; elif [ -d /$d ]; then mkdir $d; mount --rbind /$d $d; fi
done
mount --rbind /usr usr
mount --bind "$FROM" from
mount --bind "$TO" to
# cp needs /proc to change the mode of files that it may not open. This /proc shows only the processes of this
# namespace.
mount -t proc -o nosuid,nodev,noexec proc proc
# Not chroot, because a link to /proc/1/root would lead out.
pivot_root . .old
umount -l /.old
cd /
size() {
  set -- $(du -s --block-size=1 "$1" 2>/dev/null || :)
  echo "${1:-0}"
}
echo "total $(size /from)"
failed=0
cp -a --reflink=auto /from/. /to || failed=1
echo "copied $(size /to)"
sync -f /to
exit $failed
