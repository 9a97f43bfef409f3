/**
 * The functions of the script of a first boot. A step that fails is logged with its code, and the others continue. The
 * script ends with the code of the first step that failed.
 */
export const shell = String.raw`#!/bin/sh
# Made from user data.
export HOME=/root
failed=0
# exit code
note() {
  [ "$1" -eq 0 ] && return
  [ -z "$what" ] || echo "cloud-config: $what failed with exit code $1"
  [ $failed -ne 0 ] || failed=$1
}
step() {
  what=$1
  shift
  "$@"
  note $?
}

# path, permissions, owner, append or replace, how it is unpacked, base64. A file that cannot be opened ends the step: with
# ${'`:`'}, a special builtin, it would end the shell.
put_file() {
  mkdir -p "$(dirname "$1")" && true >>"$1" || return
  [ -z "$2" ] || chmod "$2" "$1" || return
  [ -z "$3" ] || chown "$3" "$1" || return
  [ "$4" = append ] || true >"$1" || return
  printf %s "$6" | base64 -d | $5 >>"$1"
}

# what is mounted, where, type, options, and two numbers
mount_there() {
  mkdir -p "$2" && echo "$*" >>/etc/fstab && mount -t "$3" -o "$4" "$1" "$2"
}

home_of() {
  case $1 in
    root) echo /root ;;
    *) getent passwd "$1" | cut -d: -f6 ;;
  esac
}

# user, key
let_in() {
  home=$(home_of "$1") && [ "$home" ] || return
  mkdir -p "$home/.ssh" && chmod 700 "$home/.ssh" && echo "$2" >>"$home/.ssh/authorized_keys" || return
  chmod 600 "$home/.ssh/authorized_keys"
  [ "$(id -u "$1")" = 0 ] || chown -R "$1:" "$home/.ssh"
}

# name, and options of useradd
add_user() {
  name=$1
  shift
  id "$name" >/dev/null 2>&1 && return
  count=0
  while read -r _ _ more; do count=$((count + more)); done </proc/self/uid_map
  if [ "$count" = 1 ]; then
    echo "the user $name cannot be made: this machine has one user (single_user)"
    return 1
  fi
  useradd "$@" "$name"
}

# name, and who may do what
allow_sudo() {
  name=$1
  shift
  mkdir -p /etc/sudoers.d && printf "$name %s\n" "$@" >"/etc/sudoers.d/90-$name" && chmod 440 "/etc/sudoers.d/90-$name"
}

# name, password, and perhaps --encrypted
set_password() {
  printf '%s:%s\n' "$1" "$2" | chpasswd $3
}

# name, and perhaps a full name
name_in_hosts() {
  grep -q "^127.0.1.1[[:space:]]" /etc/hosts && sed -i '/^127.0.1.1[[:space:]]/d' /etc/hosts
  echo "127.0.1.1 $*" >>/etc/hosts
}

set_timezone() {
  if ! [ -e "/usr/share/zoneinfo/$1" ]; then
    echo "there is no time zone $1 (package tzdata)"
    return 1
  fi
  ln -sf "/usr/share/zoneinfo/$1" /etc/localtime && echo "$1" >/etc/timezone
}

# A locale of the image, or one that locale-gen makes.
set_locale() {
  plain=$(echo "$1" | tr 'A-Z' 'a-z' | tr -d -)
  if ! locale -a 2>/dev/null | tr 'A-Z' 'a-z' | tr -d - | grep -qxF "$plain"; then
    if ! command -v locale-gen >/dev/null; then
      echo "the locale $1 cannot be made: there is no locale-gen (package locales)"
      return 1
    fi
    echo "$1 $(case $1 in *.*) echo "$1" | sed 's/.*\.//; s/@.*//' ;; *) echo ISO-8859-1 ;; esac)" >>/etc/locale.gen
    locale-gen || return
  fi
  echo "LANG=$1" >/etc/default/locale
}

trust() {
  command -v update-ca-certificates >/dev/null && update-ca-certificates && return
  echo "certificates cannot be trusted: there is no update-ca-certificates (package ca-certificates)"
  return 1
}

# Whether packages can be installed; says why not.
can_install() {
  if ! command -v apt-get >/dev/null; then
    echo "packages cannot be installed: there is no apt-get"
    return 1
  elif ! [ -w /usr/bin ]; then
    echo "packages cannot be installed: /usr is read-only here; what goes into /usr/local, /opt or a home can be installed"
    return 1
  fi
  export DEBIAN_FRONTEND=noninteractive
}

refresh() {
  can_install && apt-get update
}

upgrade() {
  can_install && apt-get update && apt-get upgrade --yes
}

# A package whose program is there counts as installed.
install() {
  for package; do
    shift
    name=$(echo "$package" | sed 's/[=:].*//')
    command -v "$name" >/dev/null || dpkg -s "$name" >/dev/null 2>&1 || set -- "$@" "$package"
  done
  [ $# = 0 ] && return
  can_install && apt-get update && apt-get install --yes "$@"
}

# file, line, file of the key
add_source() {
  release=$(. /etc/os-release && echo "$VERSION_CODENAME")
  mirror=$(sed -n 's/^deb [^h]*\(http[^ ]*\).*/\1/p; s/^URIs: *\([^ ]*\).*/\1/p' /etc/apt/sources.list /etc/apt/sources.list.d/* 2>/dev/null | head -n 1)
  mkdir -p /etc/apt/sources.list.d
  echo "$2" | sed "s|\$RELEASE|$release|g; s|\$MIRROR|$mirror|g; s|\$KEY_FILE|$3|g" >>"$1"
}

preseed() {
  printf %s "$1" | base64 -d | debconf-set-selections
}

# name of a boothook, which runs at every boot; at this one it has run
run_boothook() {
  "/var/lib/svc/parts/$1"
  code=$?
  mkdir -p /etc/boot.d && printf '#!/bin/sh\n[ -e /run/svc-%s ] || exec "/var/lib/svc/parts/%s"\n' "$1" "$1" >"/etc/boot.d/00-$1"
  chmod 755 "/etc/boot.d/00-$1" && true >"/run/svc-$1"
  return $code
}

# address of a script
include() {
  file=/var/lib/svc/parts/included
  curl --silent --show-error --fail --location --max-time 60 --max-filesize 1048576 --output "$file" "$1" || return
  if [ "$(head -c 2 "$file")" != '#!' ]; then
    echo "$1 is no script: what is included begins with #!"
    return 1
  fi
  chmod 700 "$file" && "$file"
}

# address, how often it is tried, and what is sent
phone_home() {
  address=$1 tries=$2
  shift 2
  for item; do
    shift
    set -- "$@" --data-urlencode "$item"
  done
  curl --silent --show-error --fail --output /dev/null --max-time 30 --retry "$tries" --retry-all-errors "$@" "$address"
}

# with what cloud-init knows at the end
last_words() {
  read -r up _ </proc/uptime
  printf '%s\n' "$1" | sed "s/\$UPTIME/$up/g; s/\$TIMESTAMP/$(date -R)/g; s/\$DATASOURCE/svc/g; s/\$VERSION/svc/g"
}

# what, and after how many minutes: once the script has ended
power() {
  (while kill -0 $$ 2>/dev/null; do sleep 0.2; done; sleep $(($2 * 60 + 1)); "$1") >/dev/null 2>&1 &
}
`;
