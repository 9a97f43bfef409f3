# Copies a machine's disk in a root of its own, so that no link on the disk, not even one that its machine puts there
# meanwhile, leads to another file of the host. Arguments: from, to, an empty folder for that root. Says "pid N" (its
# own, the host's; what copies is its child), "total N" (bytes on disk), "copied N"; complaints of cp are on stderr.
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
# cp changes the mode of what it may not open through it. It shows nothing but the processes in here.
mount -t proc -o nosuid,nodev,noexec proc proc
# Not chroot: a link to /proc/1/root would lead out.
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
