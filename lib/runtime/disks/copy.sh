# Copies a machine's disk. Arguments: how, from, to, an empty folder, and a pattern of complaints that are no failure.
# `own-root` does it in a root of its own, made in that folder. So no link on the disk, not even one that the machine
# creates meanwhile, can lead to another file of the host. `plain` does it where that is impossible.
# Prints "pid N" (its own pid on the host; the last of its children makes the copy), "total N" (bytes on disk) and
# "copied N". The first complaint that is a failure goes to stderr, and ends the copy at once.
set -eu
HOW=$1 FROM=$2 TO=$3 ROOT=$4 PASSING=$5
COPY='cp -a'
if [ "$HOW" = plain ]; then
  echo "pid $$"
else
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
  COPY='cp -a --reflink=auto' FROM=/from TO=/to ROOT=
fi
# Each of the programs is a child of this shell itself, so that its progress can be seen.
size() {
  du -sk "$1" > "$ROOT/size" || return
  read -r kib _ < "$ROOT/size"
  echo "$2 $((kib * 1024))"
}
# The machine may remove files meanwhile.
size "$FROM" total 2> /dev/null || :
mkfifo "$ROOT/complaints"
# A guest can have any number of files about which cp complains. None is kept.
grep -vEm1 -e "$PASSING" < "$ROOT/complaints" >&2 &
status=0 found=0
$COPY "$FROM/." "$TO" 2> "$ROOT/complaints" || status=$?
wait $! || found=$?
[ $found = 1 ]
# With 1, all complaints were of the kind that is no failure.
[ $status -le 1 ] || { echo "cp ended with status $status" >&2; exit 1; }
size "$TO" copied
[ "$HOW" = plain ] || sync -f "$TO"
