# Pid 1 of a machine until it hands over to init.sh. Arguments: folder, link name, world pid, address,
# prefix length, gateway, hostname, init script, and words to put before init. Reads "target flags" lines of the read-only binds from stdin.
# Descriptor 3 is the host's: "pid N" now, the rest from init.sh.
set -eu
DIR=$1 LINK=$2 WORLD=$3 IP=$4 PREFIX=$5 GATEWAY=$6 NAME=$7 INIT=$8
shift 8
read -r pid _ < /proc/self/stat
echo "pid $pid" >&3

# A hardware address that its neighbours go on knowing it by when it starts again.
mac=$(IFS=.; set -- $IP; printf '02:53:%02x:%02x:%02x:%02x' "$@")
# A network namespace whose last socket has just been closed may still hold the name.
# "netns 1": the far end goes to pid 1 as seen from this pid namespace, which is this shell.
nsenter --net="/proc/$WORLD/ns/net" sh -c "ip link del $LINK 2>/dev/null; ip link add $LINK type veth peer name eth0 address $mac netns 1 && ip link set $LINK master br0 up"
for scope in all default; do
  echo 1 > /proc/sys/net/ipv6/conf/$scope/disable_ipv6 || :
done 2>/dev/null
printf 'link set lo up\naddr add %s/%s dev eth0\nlink set eth0 up\nroute add default via %s\n' "$IP" "$PREFIX" "$GATEWAY" | ip -b -
hostname "$NAME"

D=$DIR/disk R=$DIR/rootfs
mount -t tmpfs -o mode=755,size=256k,nr_inodes=512 root "$R"
cd "$R"
mkdir usr etc home root tmp var opt srv mnt media proc sys dev run .old
for d in bin sbin lib lib32 lib64 libx32; do
  if [ -L /$d ]; then ln -s "$(readlink /$d)" $d; elif [ -d /$d ]; then mkdir $d; mount --rbind /$d $d; fi
done
mount --rbind /usr usr
for d in etc home root tmp var opt srv mnt; do mount --bind "$D/$d" $d; done
# A guest may have put a symlink where a bind belongs; following it would leave its own tree.
for d in alternatives ssl ca-certificates pki terminfo ld.so.conf.d perl; do
  [ -d /etc/$d ] && [ ! -L etc/$d ] && { [ -d etc/$d ] || mkdir etc/$d; } && mount --bind /etc/$d etc/$d || :
done
while read -r target flags; do
  [ -L "$target" ] || ! mountpoint -q "$target" || mount -o "remount,bind,$flags" "$target"
done
[ ! -d usr/local ] || mount --bind "$D/usr-local" usr/local

mount -t tmpfs -o mode=755,size=64k dev dev
for n in null zero full random urandom tty; do : > dev/$n; mount --bind /dev/$n dev/$n; done
mkdir dev/pts dev/shm
mount -t devpts -o newinstance,ptmxmode=0666,mode=620 devpts dev/pts
ln -s pts/ptmx dev/ptmx
mount -t tmpfs -o mode=1777,nosuid,nodev,size=64m shm dev/shm
ln -s /proc/self/fd dev/fd; ln -s fd/0 dev/stdin; ln -s fd/1 dev/stdout; ln -s fd/2 dev/stderr
mount -t tmpfs -o mode=755,nosuid,nodev,size=16m run run
mount -t proc -o nosuid,nodev,noexec proc proc
mount -t sysfs -o ro,nosuid,nodev,noexec sysfs sys 2>/dev/null || :
# One uid is mapped, so a service cannot be given CAP_NET_BIND_SERVICE once the lock below is on.
echo 0 > /proc/sys/net/ipv4/ip_unprivileged_port_start
# Nor CAP_NET_RAW: ping goes through the kernel's own sockets for echo requests.
{ echo '0 0' > /proc/sys/net/ipv4/ping_group_range; } 2>/dev/null || :
pivot_root . .old
umount -l /.old
rmdir /.old
cd /
# Renamed since it last ran: its own name and line are written anew, the rest of the file is its owner's, who may also
# have made the name something (a FIFO) that writing waits for.
had=
[ ! -f etc/hostname ] || read -r had < etc/hostname || :
if [ "$had" != "$NAME" ] && [ -f etc/hosts ] && { [ -f etc/hostname ] || [ ! -e etc/hostname ]; }; then
  own="$IP $NAME"
  [ "${NAME%%.*}" = "$NAME" ] || own="$own ${NAME%%.*}"
  { echo "$NAME" > etc/hostname; sed -i "s/^$IP .*/$own/" etc/hosts; } 2>/dev/null || :
fi
printf '%s' "$INIT" > /run/init
# The lock: in a user namespace of its own the machine can undo none of the above.
exec env -i PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin unshare -U -r -m "$@" /bin/sh /run/init
