import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Listed } from './listed.ts';
import type { Package } from './packages.ts';

/** The users and groups that every Debian has. */
const EVERYWHERE = '/usr/share/base-passwd';

/** Starts services of packages that are being installed. */
const POLICY = '#!/bin/sh\n# invoke-rc.d(8) asks this: every service may be started and stopped.\nexit 0\n';
const RUNLEVEL = '#!/bin/sh\n# invoke-rc.d(8) asks this: the machine is in its usual runlevel.\necho N 2\n';

const SUDOERS = `Defaults	env_reset
Defaults	env_keep += "http_proxy https_proxy no_proxy HTTP_PROXY HTTPS_PROXY NO_PROXY"
Defaults	mail_badpass
Defaults	secure_path="/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"

root	ALL=(ALL:ALL) ALL
%sudo	ALL=(ALL:ALL) ALL

@includedir /etc/sudoers.d
`;

const FOLDERS = ['dev', 'proc', 'sys', 'run', 'tmp', 'root', 'home', 'mnt', 'media', 'opt', 'srv'];
const LOCAL = ['bin', 'sbin', 'lib', 'share', 'include', 'src', 'etc', 'games'].map((name) => `usr/local/${name}`);

/** A file. */
interface Made {
  readonly text: string;
  readonly mode?: number;
}

/** What an image is made of. `user` is its own name for root. */
interface Contents {
  readonly packages: readonly Package[];
  readonly owners: Pick<Listed, 'users' | 'groups'>;
  readonly user: string;
}

/**
 * Writes into an empty folder what an image has instead of the host's own: users and groups that every system has or
 * that files of it belong to, and dpkg's notes of its packages alone.
 */
export function writeMade(folder: string, { packages, owners, user }: Contents): void {
  const files = { ...accounts(user, owners), ...database(packages), ...others() };
  for (const [path, { text, mode = 0o644 }] of Object.entries(files)) {
    const file = join(folder, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
    chmodSync(file, mode);
  }
  for (const name of [...FOLDERS, ...LOCAL]) mkdirSync(join(folder, name), { recursive: true });
  chmodSync(join(folder, 'root'), 0o700);
  chmodSync(join(folder, 'tmp'), 0o1777);
  symlinkSync('../proc/self/mounts', join(folder, 'etc/mtab'));
}

const lines = (path: string): string[] => readFileSync(path, 'utf8').split('\n').filter(Boolean);
const idOf = (line: string): number => Number(line.split(':')[2]);
const nameOf = (line: string): string => line.split(':')[0] ?? '';

/** The lines of a file of accounts that are everywhere, or whose ids own something. */
function accountsIn(file: 'passwd' | 'group', owners: ReadonlySet<number>): string[] {
  const everywhere = new Set(lines(`${EVERYWHERE}/${file}.master`).map(nameOf));
  return lines(`/etc/${file}`).filter((line) => everywhere.has(nameOf(line)) || owners.has(idOf(line)));
}

/** A second name of root is the image's user, by which logins have always been possible. */
function accounts(user: string, owners: Contents['owners']): Record<string, Made> {
  const users = accountsIn('passwd', owners.users);
  const groups = accountsIn('group', owners.groups);
  const names = new Set(users.map(nameOf));
  const withoutPeople = (line: string) => {
    const [name, , id, members = ''] = line.split(':');
    const kept = members.split(',').filter((member) => names.has(member));
    return `${name}:x:${id}:${kept.join(',')}`;
  };
  const passwd = users.map((line) => line.replace(/^([^:]*):[^:]*:/, '$1:x:'));
  return {
    'etc/passwd': { text: `${[...passwd, `${user}:x:0:0::/home/${user}:/bin/bash`].join('\n')}\n` },
    'etc/group': { text: `${groups.map(withoutPeople).join('\n')}\n` },
    'etc/shadow': {
      text: `${[...names, user].map((name) => `${name}:*:19000:0:99999:7:::`).join('\n')}\n`,
      mode: 0o600,
    },
    'etc/gshadow': { text: `${groups.map((line) => `${nameOf(line)}:*::`).join('\n')}\n`, mode: 0o600 },
  };
}

function database(packages: readonly Package[]): Record<string, Made> {
  const ids = new Set(packages.map(({ name }) => name));
  const nameIn = (paragraph: string) => /^Package: (.*)$/m.exec(paragraph)?.[1] ?? '';
  const status = readFileSync('/var/lib/dpkg/status', 'utf8')
    .split('\n\n')
    .filter((one) => ids.has(nameIn(one)));
  const diversions = lines('/var/lib/dpkg/diversions');
  const kept = diversions.flatMap((_, at) => {
    const three = diversions.slice(at, at + 3);
    return at % 3 === 0 && ids.has(three[2] ?? '') ? three : [];
  });
  return {
    'var/lib/dpkg/status': { text: `${status.join('\n\n')}\n\n` },
    'var/lib/dpkg/available': { text: '' },
    'var/lib/dpkg/diversions': { text: kept.map((line) => `${line}\n`).join('') },
    'var/lib/dpkg/statoverride': { text: '' },
    'var/lib/dpkg/triggers/Unincorp': { text: '' },
    'var/lib/dpkg/triggers/Lock': { text: '' },
  };
}

function others(): Record<string, Made> {
  const script = (text: string) => ({ text, mode: 0o755 });
  return {
    'usr/sbin/policy-rc.d': script(POLICY),
    ...(existsSync('/usr/sbin/runlevel') ? {} : { 'usr/sbin/runlevel': script(RUNLEVEL) }),
    ...(existsSync('/usr/bin/sudo') ? { 'etc/sudoers': { text: SUDOERS, mode: 0o440 } } : {}),
    ...sources(),
    ...Object.fromEntries(
      ['profile', 'bashrc'].map((name) => [`root/.${name}`, { text: textOf(`/usr/share/base-files/dot.${name}`) }]),
    ),
  };
}

/** Where the distribution's own packages come from; no source that has a password. */
function sources(): Record<string, Made> {
  const files = readdirSync('/etc/apt/sources.list.d').map((name) => `sources.list.d/${name}`);
  const own = ['sources.list', ...files.filter((name) => /\/(debian|ubuntu)\.(sources|list)$/.test(name))];
  const found = own.map((name) => [`etc/apt/${name}`, { text: textOf(`/etc/apt/${name}`) }] as const);
  return Object.fromEntries(found.filter(([, { text }]) => text !== '' && !/:\/\/[^/\s]{0,256}@/.test(text)));
}

function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
