import { shellWord } from '#lib/cli/forms.ts';

/** What is tried inside a machine. */
interface Trial {
  /** What works where it succeeds, as docs/machines.md has it. */
  readonly about: string;
  /** Commands of sh. The last line that they write is what was found, or the reason; their code says which. */
  readonly sh: string;
}

const installed = (program: string, name: string): string =>
  `command -v ${program} >/dev/null || { echo 'not installed (apt-get install ${name})'; exit 1; }`;

/** Each is tried for real, and leaves nothing behind; root is needed for some. */
export const trials = {
  users: {
    about: 'users of their own ids',
    sh: `count=0; while read -r _ _ more; do count=$((count + more)); done </proc/self/uid_map
[ $count -gt 1 ] || { echo 'this machine has one user (single_user)'; exit 1; }; echo "$count ids"`,
  },
  setuid: {
    about: 'programs that run as their owner',
    sh: `cp "$(command -v id)" id && chmod 4755 id
[ "$(setpriv --reuid 65534 --regid 65534 --clear-groups ./id -u)" = 0 ] || { echo 'the bit has no effect'; exit 1; }
echo 'takes effect'`,
  },
  sudo: { about: '`sudo`, also with a terminal', sh: `${installed('sudo', 'sudo')}; sudo -n true && echo works` },
  packages: {
    about: 'apt installs packages into the machine',
    sh: `command -v apt-get >/dev/null || { echo 'there is no apt-get'; exit 1; }
[ -w /usr/bin ] || { echo '/usr is read-only'; exit 1; }; echo apt`,
  },
  services: {
    about: 'init keeps `/etc/services.d` running',
    sh: `[ -e /run/init ] || { echo 'process 1 is another init'; exit 1; }; echo 'init keeps them running'`,
  },
  systemctl: {
    about: 'unit files of services, by a `systemctl` that is not systemd',
    sh: `${installed('perl', 'perl')}; unit=/etc/systemd/system/svc-doctor.service; mkdir -p /etc/systemd/system
printf '[Service]\\nType=oneshot\\nExecStart=/bin/true\\n' >$unit; systemctl start svc-doctor; code=$?
rm -rf $unit /run/units/svc-doctor.service /var/log/units/svc-doctor.service.log
[ $code = 0 ] && echo 'a unit has run'`,
  },
  init_scripts: {
    about: '`service`, `invoke-rc.d` and `update-rc.d` for scripts in `/etc/init.d`',
    sh: `${installed('invoke-rc.d', 'init-system-helpers')}; ${installed('update-rc.d', 'init-system-helpers')}; echo 'are there'`,
  },
  cron: {
    about: 'jobs at set times',
    sh: `${installed('cron', 'cron')}; pgrep -x cron >/dev/null || grep -q . /run/cron || { echo 'cron does not run'; exit 1; }
echo 'runs'`,
  },
  ping: {
    about: '`ping`, for every user',
    sh: `${installed('ping', 'iputils-ping')}; ping -c 1 -W 2 127.0.0.1 >/dev/null && echo works`,
  },
  shared_memory: { about: '`/dev/shm`', sh: 'true >/dev/shm/svc-doctor && rm /dev/shm/svc-doctor && echo writable' },
  descriptors: { about: '`/dev/fd`', sh: '[ "$(echo read | cat /dev/fd/0)" = read ] && echo readable' },
  locks: {
    about: '`/run/lock`',
    sh: 'mkdir -p /run/lock && true >/run/lock/svc-doctor && rm /run/lock/svc-doctor && echo writable',
  },
  terminals: {
    about: 'pseudo terminals, as `script` and `sudo` use them',
    sh: `${installed('script', 'bsdutils')}; script -qc tty /dev/null </dev/null | grep -m 1 /dev/pts`,
  },
  open_files: {
    about: '65,536 open files of a process; where the host allows fewer, the reason names how many',
    sh: `ulimit -n 65536 2>/dev/null || { echo "at most $(ulimit -Hn): half of what the platform may open"; exit 1; }
echo 65536`,
  },
  locale: {
    about: 'UTF-8; `locale-gen` makes further locales once the package `locales` is installed',
    sh: `[ "$(LC_ALL=C.UTF-8 locale charmap)" = UTF-8 ] && echo C.UTF-8`,
  },
  timezone: {
    about: '`timedatectl set-timezone`',
    sh: `[ -e /usr/share/zoneinfo/Europe/Berlin ] || { echo 'there are no time zones (apt-get install tzdata)'; exit 1; }
timedatectl show | sed 's/.*=//'`,
  },
  hostname: { about: '`hostnamectl set-hostname`, from the next boot on', sh: 'hostnamectl hostname' },
  sysctl: {
    about: 'never: settings of the kernel are those of the host',
    sh: `sysctl -q -w "net.ipv4.ip_forward=$(cat /proc/sys/net/ipv4/ip_forward)" 2>/dev/null ||
{ echo 'the settings of the kernel are those of the host'; exit 1; }; echo 'can be set'`,
  },
  devices: {
    about: 'never: `mknod` and kernel modules are refused',
    sh: `mknod device c 1 3 2>/dev/null || { echo 'the devices are those of the machine'; exit 1; }; echo 'can be made'`,
  },
} satisfies Record<string, Trial>;

/** One thing that was tried. */
export interface Tried {
  readonly check: string;
  readonly ok: boolean;
  readonly found: string;
}

/** The script of all trials, in a folder of its own that it removes. It writes a line for each. */
export const trialScript: string = [
  `folder=$(mktemp -d) && cd "$folder" || exit 1
trap 'rm -rf "$folder"' EXIT
try() {
  found=$(timeout 20 sh -c "$2" 2>&1 </dev/null) && ok=yes || ok=no
  printf '%s %s %s\\n' "$1" $ok "$(printf %s "$found" | tail -n 1 | tr -d '\\r' | cut -c1-200)"
}`,
  ...Object.entries<Trial>(trials).map(([name, { sh }]) => `try ${name} ${shellWord(sh)}`),
  '',
].join('\n');

/** What its output says, in the order of the trials. What a machine did not say has not worked. */
export function readTrials(output: string): Tried[] {
  const lines = new Map(
    output.split('\n').flatMap((line) => {
      const [, check = '', word = '', found = ''] = /^(\w+) (yes|no) (.*)$/.exec(line) ?? [];
      return check === '' ? [] : [[check, { check, ok: word === 'yes', found: found || 'it fails' }] as const];
    }),
  );
  return Object.keys(trials).map(
    (check) => lines.get(check) ?? { check, ok: false, found: 'the machine did not answer' },
  );
}
