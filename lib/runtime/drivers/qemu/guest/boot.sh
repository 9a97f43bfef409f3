#!/bin/sh
# The machine's name, address, host key and keys come from the host at every boot. Every program that is started here
# delays the boot under emulation, so there are few.
export PATH=/usr/sbin:/usr/bin:/sbin:/bin
umask 022
mount -t proc proc /proc
mount -t sysfs sys /sys
mkdir -p /dev/pts /dev/shm
mount -t devpts -o mode=620,gid=5 pts /dev/pts
mount -t tmpfs -o mode=1777 shm /dev/shm
mount -t tmpfs -o mode=755 run /run
# name, address, prefix, gateway, user, mac, host_mac
given=/sys/firmware/qemu_fw_cfg/by_name/opt/svc
. "$given/machine/raw"

echo "$name" >/proc/sys/kernel/hostname
echo "$name" >/etc/hostname
printf '127.0.0.1 localhost\n%s %s\n' "$address" "$name" >/etc/hosts
ip link set lo up
for device in /sys/class/net/*; do
  link=${device##*/}
  read -r own <"$device/address"
  case $own in
    "$host_mac") ip address add 169.254.76.15/24 dev "$link" && ip link set "$link" up ;;
    "$mac")
      ip address add "$address/$prefix" dev "$link" && ip link set "$link" up
      ip route add default via "$gateway" ;;
  esac
done

if [ ! -d "/home/$user" ]; then
  # A disk that was built without root belongs to the user who built it.
  [ "$(stat -c %u /sbin/init)" = 0 ] || chown -hR 0:0 /bin /etc /lib /lib64 /root /sbin /usr /var
  chmod 1777 /tmp
  echo "$user:x:1000:1000::/home/$user:/bin/sh" >>/etc/passwd
  echo "$user:x:1000:" >>/etc/group
  mkdir "/home/$user"
  chown 1000:1000 "/home/$user"
fi
(umask 077; dropbearconvert openssh dropbear "$given/host_key/raw" /etc/dropbear/host_key 2>/dev/null)
/usr/lib/svc/keys "$user" <"$given/keys/raw"
resize2fs /dev/vda >/dev/null 2>&1 &
