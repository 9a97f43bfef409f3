import { randomUUID } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { chmod, copyFile, lstat, mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { MachineRecord } from '#lib/runtime/machines/record.ts';
import { hasCode, ignore } from '#lib/runtime/system/errors.ts';
import { resolverFile } from './resolver-file.ts';

/** The programs `poweroff`, `halt`, `shutdown` and `reboot` inside a machine. */
export const POWER_SCRIPT = readFileSync(new URL('./power.sh', import.meta.url), 'utf8');

export const POWER_NAMES = ['poweroff', 'halt', 'shutdown', 'reboot'];

const FOLDERS = ['etc', 'root', 'opt', 'srv', 'mnt', 'var/log', 'var/lib', 'var/cache', 'var/spool', 'var/mail'];
const LOCAL = ['bin', 'sbin', 'lib', 'share', 'include', 'src'].map((name) => `usr-local/${name}`);
/** Copied from the host, whose programs and libraries the machine runs: these files describe them. */
const COPIED = [
  'os-release',
  'ld.so.cache',
  'ld.so.conf',
  'localtime',
  'services',
  'protocols',
  'debian_version',
  'inputrc',
];

const SUDO = `#!/bin/sh
# Every login is already uid 0 here: drop sudo's own options and run the rest.
while [ $# -gt 0 ]; do
  case $1 in
    --) shift; break ;;
    -u | -g | -h | -p | -C | -r | -t | -D | -R | -T | -U) shift 2 ;;
    -i | -s) [ $# -gt 1 ] || exec "\${SHELL:-/bin/sh}"; shift ;;
    -*) shift ;;
    *=*) export "$1"; shift ;;
    *) break ;;
  esac
done
[ $# -eq 0 ] || exec "$@"
`;

const PROFILE = `# Read by login shells.
export PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin
if [ "\${PS1-}" ]; then
  PS1='\${LOGNAME-root}@\\h:\\w# '
  [ -n "\${BASH-}" ] || PS1="\${LOGNAME-root}@$(hostname):# "
fi
for file in /etc/profile.d/*.sh; do [ ! -r "$file" ] || . "$file"; done
unset file
`;

/** What is the same in /etc of every machine with one user. */
const PLAIN_FILES = {
  'nsswitch.conf': 'passwd: files\ngroup: files\nhosts: files dns\nservices: files\nprotocols: files\n',
  shells: '/bin/sh\n/bin/bash\n',
  profile: PROFILE,
  'bash.bashrc': PROFILE,
  issue: '',
};

/** Those files and sudo, by their paths from the machine's root: over an image its own are better. */
export const formerFiles: Readonly<Record<string, string>> = {
  ...Object.fromEntries(Object.entries(PLAIN_FILES).map(([name, text]) => [`etc/${name}`, text])),
  'usr/local/bin/sudo': SUDO,
};

/**
 * Fills a new machine's folder: an empty mount point and a disk with the few files that a login needs. These are small,
 * and are written synchronously, which takes a tenth of the time.
 */
export async function prepareDisk(record: MachineRecord, folder: string): Promise<void> {
  const { user } = record;
  const disk = join(folder, 'disk');
  mkdirSync(join(folder, 'rootfs'), { recursive: true });
  for (const name of [...FOLDERS, ...LOCAL, `home/${user}`]) mkdirSync(join(disk, name), { recursive: true });
  mkdirSync(join(disk, 'tmp'), { mode: 0o700 });
  for (const [name, text] of Object.entries(configuration(record))) writeFileSync(join(disk, 'etc', name), text);
  for (const name of POWER_NAMES) {
    writeFileSync(join(disk, 'usr-local/sbin', name), POWER_SCRIPT, { mode: 0o755 });
  }
  writeFileSync(join(disk, 'usr-local/bin/sudo'), SUDO, { mode: 0o755 });
  await Promise.all(COPIED.map((name) => copyIfThere(`/etc/${name}`, join(disk, 'etc', name))));
}

/** The files that name the machine. The rest of /etc belongs to its owner. */
const OWN_NAMES = ['etc/hostname', 'etc/hosts'];
/** The name that the platform gave last, by which a boot knows whether root of the machine has renamed it (boot.pl). */
const GIVEN_NAME = 'var/lib/svc-hostname';

/**
 * Readies a new machine's folder whose disk is a copy. Nothing runs there yet, so files do not change between check and
 * use.
 */
export async function adoptDisk(record: MachineRecord, folder: string): Promise<void> {
  await mkdir(join(folder, 'rootfs'), { recursive: true });
  const texts = namesOf(record);
  const own = Object.fromEntries(OWN_NAMES.map((name) => [name, texts[name] ?? '']));
  await adoptFiles(join(folder, 'disk'), { ...own, ...givenName(record), ...noMachineId });
}

/**
 * Replaces files of a disk on which nothing runs. Follows no link: a file below one stays as it is, and so does one
 * whose folder is not there, unless `makes` has it made.
 */
export async function adoptFiles(
  root: string,
  texts: Readonly<Record<string, string>>,
  { makes = false }: { readonly makes?: boolean } = {},
): Promise<void> {
  for (const [path, text] of Object.entries(texts)) {
    const folders = path.split('/').slice(0, -1);
    const ways = folders.map((_, at) => join(root, ...folders.slice(0, at + 1)));
    if (!(await areFolders(ways, makes))) continue;
    await chmod(join(root, ...folders), 0o755);
    const draft = join(root, ...folders, `.${randomUUID()}`);
    await writeFile(draft, text, { flag: 'wx' });
    // Replaces a link instead of following it. A folder of that name stays.
    await rename(draft, join(root, path)).catch(() => rm(draft));
  }
}

/** Whether these, each within the one before it, are folders and no links. */
async function areFolders(ways: readonly string[], makes: boolean): Promise<boolean> {
  for (const way of ways) {
    if (makes) await mkdir(way).catch(ignore);
    const found = await lstat(way).catch(ignore);
    if (!found?.isDirectory()) return false;
  }
  return true;
}

/** The files by which a machine knows its names, and those of others, by their paths from its root. */
export function namesOf({ spec }: MachineRecord): Record<string, string> {
  const name = spec.hostname ?? spec.name;
  const short = name.split('.')[0] ?? name;
  return {
    'etc/hostname': `${name}\n`,
    'etc/hosts': `127.0.0.1 localhost\n${spec.private_ip} ${[...new Set([name, short])].join(' ')}\n${spec.vpc.gateway} gateway\n`,
    'etc/resolv.conf': resolverFile.text,
  };
}

/** The file that keeps the name which the platform gives the machine. */
export const givenName = (record: MachineRecord): Record<string, string> => ({
  [GIVEN_NAME]: namesOf(record)['etc/hostname'] ?? '',
});

/** An empty file, into which init writes an id at the next boot: the one that was copied is another machine's. */
export const noMachineId: Readonly<Record<string, string>> = { 'etc/machine-id': '' };

function configuration(record: MachineRecord): Record<string, string> {
  const { user } = record;
  const names = Object.entries(namesOf(record)).map(([path, text]) => [path.replace('etc/', ''), text]);
  return {
    ...Object.fromEntries(names),
    ...PLAIN_FILES,
    // One uid is mapped. Programs show the name of its first line.
    passwd: `${user}:x:0:0::/home/${user}:/bin/bash\nroot:x:0:0:root:/root:/bin/bash\nnobody:x:65534:65534:nobody:/:/usr/sbin/nologin\n`,
    group: `root:x:0:\n${user}:x:0:\nnogroup:x:65534:\n`,
  };
}

async function copyIfThere(from: string, to: string): Promise<void> {
  try {
    await copyFile(from, to);
  } catch (error) {
    if (!hasCode(error, 'ENOENT', 'EACCES', 'EISDIR')) throw error;
  }
}
