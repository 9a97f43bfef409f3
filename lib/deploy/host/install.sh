#!/bin/sh
# Installs svc-host on Debian or Ubuntu, or brings it up to this version: run it as root in the folder that the package
# unpacks to. DESTDIR installs below another root, and leaves packages and services alone.
set -eu

here=$(cd "$(dirname "$0")" && pwd)
root=${DESTDIR:-}
# What the runtime calls (ip, mount, perl, setpriv, unshare), and the authorities that sign certificates.
packages='ca-certificates iproute2 mount perl-base util-linux'

if [ -z "$root" ]; then
  if [ "$(id -u)" != 0 ]; then
    echo 'install.sh: run it as root' >&2
    exit 1
  fi
  missing=
  for name in $packages; do
    dpkg-query -W -f '${Status}' "$name" 2>/dev/null | grep -q 'ok installed' || missing="$missing $name"
  done
  if [ -n "$missing" ]; then
    echo "installing$missing"
    apt-get -qq update
    # shellcheck disable=SC2086
    apt-get -qq -y install --no-install-recommends $missing
  fi
fi

lib=$root/usr/lib/svc-host
mkdir -p "$lib.new" "$root/usr/bin" "$root/lib/systemd/system"
for part in lib node node_modules package.json svc-host.mjs LICENSE VERSION; do
  cp -R "$here/$part" "$lib.new/$part"
done
chmod -R u+rwX,go=rX "$lib.new"
rm -rf "$lib.old"
if [ -d "$lib" ]; then mv "$lib" "$lib.old"; fi
mv "$lib.new" "$lib"
rm -rf "$lib.old"
install -m 755 "$here/svc-host" "$root/usr/bin/svc-host"
unit=$root/lib/systemd/system/svc-host.service
hands_over=true
if [ -f "$unit" ] && ! grep -q '^ExecStop=' "$unit"; then hands_over=false; fi
install -m 644 "$here/svc-host.service" "$unit"

if [ -z "$root" ] && [ -d /run/systemd/system ]; then
  # A host that serves goes on with this version, and its machines run meanwhile.
  if [ $hands_over = false ] && systemctl -q is-active svc-host.service; then
    echo 'the version that runs cannot leave machines to this one: they end, and boot again, this once'
    # By the unit of that version, which ends them in order.
    systemctl try-restart svc-host.service
    systemctl daemon-reload
  else
    systemctl daemon-reload
    systemctl try-restart svc-host.service
  fi
fi
echo "svc-host $(cat "$here/VERSION") is installed; make this machine a host with: svc-host join --url … --token …"
