import type { CloudConfig } from './cloud-config.ts';

/**
 * The functions of the script. A step that fails is told, with its code, and the others go on; the script ends with the
 * code of the first that failed.
 */
const functions = `#!/bin/sh
# Made from #cloud-config.
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
# \`:\`, a special builtin, it would end the shell.
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
  useradd --create-home "$@" "$name"
}

# name, and who may do what
allow_sudo() {
  name=$1
  shift
  mkdir -p /etc/sudoers.d && printf "$name %s\\\\n" "$@" >"/etc/sudoers.d/90-$name" && chmod 440 "/etc/sudoers.d/90-$name"
}

install() {
  if ! command -v apt-get >/dev/null; then
    echo "packages cannot be installed: there is no apt-get"
    return 1
  elif ! [ -w /usr/bin ]; then
    echo "packages cannot be installed: /usr is read-only here; what goes into /usr/local, /opt or a home can be installed"
    return 1
  fi
  export DEBIAN_FRONTEND=noninteractive
  apt-get update && apt-get install --yes "$@"
}
`;

/** The shell's word for a text. */
const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

const call = (what: string, ...words: readonly string[]): string => ['step', what, ...words].map(quoted).join(' ');

/** The script that a first boot runs for a cloud-config. The hostname is not in it: the machine is made with it. */
export function scriptOf(config: CloudConfig): string {
  const lines = [
    ...commandsOf('bootcmd', config.bootcmd),
    ...config.write_files.map(fileOf),
    ...config.mounts.map(mountOf),
    ...config.users.flatMap(userOf),
    ...config.ssh_authorized_keys.map((key) => keyOf('ssh_authorized_keys', defaultUser, key)),
    ...(config.packages.length === 0 ? [] : [call('packages', 'install', ...config.packages)]),
    ...commandsOf('runcmd', config.runcmd),
  ];
  return [functions, ...lines, 'exit $failed', ''].join('\n');
}

/**
 * The commands of a key, in one shell, so that one command's folder and variables are the next one's. One that exits
 * ends the commands of its key, and nothing else.
 */
function commandsOf(key: string, commands: CloudConfig['runcmd']): string[] {
  if (commands.length === 0) return [];
  const steps = commands.map((command, at) =>
    call(`${key}[${at}]`, ...(typeof command === 'string' ? ['eval', command] : command)),
  );
  return [
    '(',
    "trap 'note $?; exit $failed' EXIT",
    ...steps,
    'what=; exit $failed',
    ')',
    'code=$? what=',
    'note $code',
  ];
}

function fileOf({ path, content, encoding, owner, permissions, append }: CloudConfig['write_files'][number]): string {
  const base64 = encoding === 'text' ? Buffer.from(content).toString('base64') : content.replaceAll(/\s/gv, '');
  const unpack = encoding === 'gzip' ? 'gzip -dc' : 'cat';
  const how = append ? 'append' : 'replace';
  return call(`write_files ${path}`, 'put_file', path, permissions ?? '', owner ?? '', how, unpack, base64);
}

const mountOf = (fields: CloudConfig['mounts'][number]): string => {
  const [what, where, type = 'auto', options = 'defaults,nofail', dump = '0', pass = '2'] = fields;
  return call(`mounts ${where}`, 'mount_there', what, where, type, options, dump, pass);
};

/** Who logs in to the machine's image; the host names it. */
const defaultUser = '"$IMAGE_USER"';

function userOf(user: CloudConfig['users'][number]): string[] {
  // It is there already.
  if (user === 'default') return [];
  const { name, gecos, homedir, shell, groups = [], sudo, lock_passwd, ssh_authorized_keys = [] } = user;
  const options = [
    ...(gecos === undefined ? [] : ['--comment', gecos]),
    ...(homedir === undefined ? [] : ['--home-dir', homedir]),
    ...(shell === undefined ? [] : ['--shell', shell]),
    ...(groups.length === 0 ? [] : ['--groups', groups.join(',')]),
  ];
  const rights = sudo === false || sudo === undefined ? [] : [sudo].flat();
  return [
    call(`users ${name}`, 'add_user', name, ...options),
    ...(lock_passwd === false ? [call(`users ${name}`, 'passwd', '--delete', name)] : []),
    ...(rights.length === 0 ? [] : [call(`users ${name}`, 'allow_sudo', name, ...rights)]),
    ...ssh_authorized_keys.map((key) => keyOf(`users ${name}`, quoted(name), key)),
  ];
}

/** `user` is a word of the shell. */
const keyOf = (what: string, user: string, key: string): string =>
  `${call(what, 'let_in')} ${user} ${quoted(key.trim())}`;
