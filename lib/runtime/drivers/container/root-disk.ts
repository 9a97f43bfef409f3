import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { ImageProgram, ImageTraits } from '#lib/runtime/backend.ts';
import type { MachineRecord } from '#lib/runtime/machines/record.ts';
import { adoptFiles, givenName, namesOf, noMachineId, POWER_NAMES, POWER_SCRIPT } from './disk.ts';
import { proxyEnvironment } from './egress.ts';
import { entrypointFile } from './entrypoint.ts';

/** `sudo` until the package of that name is installed. */
const SUDO = `#!/bin/sh
# Root needs no rights, and may be anybody: sudo's own options are dropped, except for the user.
[ ! -x /usr/bin/sudo ] || exec /usr/bin/sudo "$@"
[ "$(id -u)" = 0 ] || { echo 'sudo: only root can use this one (apt-get install sudo)' >&2; exit 1; }
user=root
while [ $# -gt 0 ]; do
  case $1 in
    --) shift; break ;;
    -u) user=$2; shift 2 ;;
    -g | -h | -p | -C | -r | -t | -D | -R | -T | -U) shift 2 ;;
    -i | -s) [ $# -gt 1 ] || set -- "$1" "\${SHELL:-/bin/sh}"; shift ;;
    -*) shift ;;
    *=*) export "$1"; shift ;;
    *) break ;;
  esac
done
[ $# -gt 0 ] || exit 0
[ "$user" = root ] || exec runuser -u "$user" -- "$@"
exec "$@"
`;

/**
 * Fills a new machine's folder with a disk that is a whole root over an image: `upper` holds what differs from it,
 * `work` is the kernel's, and `tmp` is the machine's /tmp.
 */
export function prepareRoot(record: MachineRecord, folder: string, traits?: ImageTraits): void {
  const disk = join(folder, 'disk');
  mkdirSync(join(folder, 'rootfs'), { recursive: true });
  for (const name of ['upper', 'work', 'tmp']) mkdirSync(join(disk, name), { recursive: true });
  // The mode of mkdir is less than this under the umask.
  chmodSync(join(disk, 'tmp'), 0o1777);
  const isOpen = (path: string) => !traits?.closed.some((name) => path === name || path.startsWith(`${name}/`));
  makeFolders(record, join(disk, 'upper'), { isOpen, places: traits ? PLACES : [] });
  const program = traits?.program && entrypointFile(traits.program);
  const files = { ...ownFiles(record), ...(traits && noMachineId), ...program };
  if (traits && traits.package_manager !== 'apt') delete files[APT_PROXY];
  for (const [mode, texts] of [
    [0o644, files],
    [0o755, ownPrograms],
  ] as const)
    for (const [path, text] of Object.entries(texts)) if (isOpen(path)) put(join(disk, 'upper', path), text, mode);
}

interface Folders {
  /** Whether something may be put there. */
  isOpen(path: string): boolean;
  readonly places: readonly string[];
}

function makeFolders({ user }: MachineRecord, upper: string, { isOpen, places }: Folders): void {
  const homes = ['root', ...(user === 'root' ? [] : [`home/${user}`])].filter(isOpen);
  for (const path of [...places, ...['mnt'].filter(isOpen), ...homes])
    mkdirSync(join(upper, path), { recursive: true });
  if (isOpen('root')) chmodSync(join(upper, 'root'), 0o700);
  // Programs such as Ansible's known_hosts write here and expect the folder, as it is where keys are files.
  for (const home of homes) mkdirSync(join(upper, home, '.ssh'), { mode: 0o700 });
}

/**
 * The folders of a machine on which the system's own file systems are (`tree.pl`). The host's own image has them; over
 * any other one folders of the disk stand for what is none.
 */
const PLACES = ['dev', 'proc', 'run', 'sys', 'tmp'];
const APT_PROXY = 'etc/apt/apt.conf.d/90proxy';

/** Programs of the host's that a machine has, by their paths from its root. */
export const ownPrograms: Readonly<Record<string, string>> = {
  'usr/local/bin/sudo': SUDO,
  // By which invoke-rc.d knows the folder of links that says what is to run.
  'usr/sbin/runlevel': '#!/bin/sh\necho N 2\n',
  ...Object.fromEntries(POWER_NAMES.map((name) => [`usr/local/sbin/${name}`, POWER_SCRIPT])),
};

function put(path: string, text: string, mode: number): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text, { mode });
}

/** What a machine's own place in its network says: its names, and its way out. */
const ownFiles = (record: MachineRecord): Record<string, string> => ({
  ...namesOf(record),
  ...givenName(record),
  ...wayOutFiles(record),
});

/** Where programs that start without a login's environment find the way out, by the paths from the machine's root. */
export function wayOutFiles({ spec }: MachineRecord): Record<string, string> {
  const proxy = proxyEnvironment(spec.vpc);
  const variables = Object.entries(proxy).map(([name, value]) => `${name}=${value}\n`);
  return {
    'etc/environment': variables.join(''),
    [APT_PROXY]: `Acquire::http::Proxy "${proxy.http_proxy}";\nAcquire::https::Proxy "${proxy.https_proxy}";\n`,
  };
}

/** Readies a new machine's folder whose disk is a copy: gives it its own names and way out, and a program to run. */
export async function adoptRoot(record: MachineRecord, folder: string, program: ImageProgram | null): Promise<void> {
  mkdirSync(join(folder, 'rootfs'), { recursive: true });
  await adoptFiles(join(folder, 'disk/upper'), { ...ownFiles(record), ...noMachineId });
  if (program) await adoptFiles(join(folder, 'disk/upper'), entrypointFile(program), { makes: true });
}
