#!/bin/sh
# volume mount SERIAL FILESYSTEM PLACE blank|used | unmount SERIAL FORCE | grow SERIAL. Exit 16: files are open there.
device_of() {
  for disk in /sys/block/vd*; do
    serial=
    read -r serial <"$disk/serial" 2>/dev/null
    [ "$serial" = "$1" ] && echo "/dev/${disk##*/}" && return
  done
  return 1
}
places_of() { awk -v device="$1" '$1 == device { print $2 }' /proc/mounts; }
wait_for() { for _ in $(seq 200); do device_of "$1" && return; usleep 20000; done; echo 'the disk did not come' >&2; return 1; }

case $1 in
  mount)
    device=$(wait_for "$2") || exit 1
    if [ "$3" != none ]; then
      modprobe -q "$3"
      if ! grep -q "^$device $4 " /proc/mounts; then
        [ "$5" = used ] || mkfs."$3" -q "$device" >/dev/null || exit 1
        mkdir -p "$4" && mount -t "$3" -o noatime "$device" "$4" || exit 1
      fi
      case $3 in ext4) resize2fs "$device" >/dev/null 2>&1 ;; xfs) xfs_growfs "$4" >/dev/null 2>&1 ;; esac
    fi
    echo "$device" ;;
  unmount)
    device=$(device_of "$2") || exit 0
    for place in $(places_of "$device"); do
      users=$(fuser -m "$place" 2>/dev/null)
      if [ -n "$users" ]; then
        [ "$3" = force ] || exit 16
        kill -9 $users 2>/dev/null
      fi
      for _ in $(seq 50); do umount "$place" 2>/dev/null && break; usleep 20000; done
      grep -q "^$device $place " /proc/mounts && exit 16
      rmdir "$place" 2>/dev/null
    done
    sync ;;
  grow)
    device=$(device_of "$2") || exit 0
    for place in $(places_of "$device"); do
      case $(awk -v place="$place" '$2 == place { print $3 }' /proc/mounts) in
        ext4) resize2fs "$device" >/dev/null ;;
        xfs) xfs_growfs "$place" >/dev/null ;;
      esac
    done ;;
esac
