# Pid 1 of a VPC's world: its bridge and gateway address. Arguments: gateway, prefix length.
# /proc is still the host's, so field 1 of its own stat is the pid by which the host enters the world.
set -e
mount --make-rprivate /
for scope in all default; do
  echo 1 > /proc/sys/net/ipv6/conf/$scope/disable_ipv6 || :
done 2>/dev/null
ip link set lo up
# An address of its own: else it would be a machine's, and change when that one goes.
mac=$(IFS=.; set -- $1; printf '02:53:%02x:%02x:%02x:%02x' "$@")
ip link add br0 address "$mac" type bridge
ip addr add "$1/$2" dev br0
ip link set br0 up
read -r pid _ < /proc/self/stat
echo "$pid"
exec >/dev/null 2>&1 </dev/null
trap 'exit 0' TERM
while :; do sleep 2147483647 & wait; done
