# Copies a machine's disk in a root of its own, so that no link on the disk, not even one that its machine puts there
# meanwhile, leads to another file of the host. Arguments: from, to, an empty folder for that root. Says "total N"
# (bytes on disk), "pid N" (the host's, of what copies), "copied N"; complaints of what copies are on stderr.
set -eu
FROM=$1 TO=$2 ROOT=$3
mount -t tmpfs -o mode=755,size=64k root "$ROOT"
cd "$ROOT"
mkdir usr from to
for d in bin sbin lib lib32 lib64 libx32; do
  if [ -L /$d ]; then ln -s "$(readlink /$d)" $d; elif [ -d /$d ]; then mkdir $d; mount --rbind /$d $d; fi
done
mount --rbind /usr usr
mount --bind "$FROM" from
mount --bind "$TO" to
size() {
  set -- $(chroot . du -s --block-size=1 "/$1" 2>/dev/null || :)
  echo "${1:-0}"
}
echo "total $(size from)"
(
  # /proc is still the host's.
  read -r pid _ < /proc/self/stat
  echo "pid $pid"
  exec chroot . cp -a --reflink=auto /from/. /to
) || failed=1
echo "copied $(size to)"
chroot . sync -f /to
exit "${failed:-0}"
