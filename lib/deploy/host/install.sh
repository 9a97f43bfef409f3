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
install -m 644 "$here/svc-host.service" "$root/lib/systemd/system/svc-host.service"

if [ -z "$root" ] && [ -d /run/systemd/system ]; then
  systemctl daemon-reload
  # A host that serves goes on with this version.
  systemctl try-restart svc-host.service
fi
echo "svc-host $(cat "$here/VERSION") is installed; make this machine a host with: svc-host join --url … --token …"
