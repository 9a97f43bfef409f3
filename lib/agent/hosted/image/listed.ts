import { lstatSync, readdirSync, readFileSync, readlinkSync, type Stats } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { run } from '#lib/runtime/system/run.ts';
import { HOST_ENV } from '#lib/runtime/system/tools.ts';
import type { Package } from './packages.ts';

/** What packages' own scripts have made, and no package lists. Nothing of it is the operator's. */
const MADE = [
  ...['/etc/ld.so.cache', '/etc/localtime', '/etc/timezone', '/etc/shells', '/etc/nsswitch.conf', '/etc/profile'],
  ...['/etc/ca-certificates.conf', '/var/run', '/var/lock', '/etc/mtab'],
];
const MADE_BELOW = ['/etc/ssl/certs'];
/** Where nothing of the host's is taken from. */
const NEVER = ['/usr/local/', '/home/', '/root/', '/srv/', '/opt/', '/boot/'];
const DPKG = '/var/lib/dpkg';

export interface Listed {
  /** Files, links and folders. */
  readonly open: readonly string[];
  /** Folders that not everybody may look into. */
  readonly closed: readonly string[];
  /** Ids of the users and groups that they belong to. */
  readonly users: ReadonlySet<number>;
  readonly groups: ReadonlySet<number>;
}

/**
 * The host's files of which an image is made: those that its packages list, what their scripts have made of these, and
 * what dpkg notes about them.
 */
export async function listedFiles(packages: readonly Package[]): Promise<Listed> {
  const { code, stdout } = await run(
    { file: 'dpkg-query', args: ['-L', ...packages.map(({ id }) => id)], env: HOST_ENV, cwd: '/' },
    { bounds: { output: 64 * 1024 * 1024 } },
  );
  if (code !== 0) throw new Error('dpkg-query does not list the files of this host');
  const own = stdout.split('\n').filter((line) => line.startsWith('/') && line !== '/.');
  const files = new Set(own.map(withoutTopLinks).filter((path) => !NEVER.some((folder) => path.startsWith(folder))));
  for (const path of [...topLinks.keys(), ...MADE, ...MADE_BELOW, ...MADE_BELOW.flatMap(below), ...pam()])
    files.add(path);
  for (const path of [...alternativeLinks(files), ...startLinks(files), ...notes(packages)]) files.add(path);
  const found = [...files].sort().flatMap((path) => {
    const stats = statsOf(path);
    return stats ? [{ path, stats, closed: stats.isDirectory() && (stats.mode & OPEN) !== OPEN }] : [];
  });
  const closed = found.flatMap((one) => (one.closed ? [one.path] : []));
  const isWithin = (path: string) => closed.some((folder) => path === folder || path.startsWith(`${folder}/`));
  return {
    open: found.flatMap(({ path }) => (isWithin(path) ? [] : [path])),
    closed,
    users: new Set(found.map(({ stats }) => stats.uid)),
    groups: new Set(found.map(({ stats }) => stats.gid)),
  };
}

/** What a folder's mode has where everybody may look into it. */
const OPEN = 0o005;
const READABLE = 0o004;

/** Of a folder, a link, or a file that everybody may read, and not only this user or a group of this user. */
function statsOf(path: string): Stats | null {
  try {
    const stats = lstatSync(path);
    return stats.isFile() && (stats.mode & READABLE) === 0 ? null : stats;
  } catch {
    return null;
  }
}

/** Folders of / that are links (`/bin` to `usr/bin`). Packages list files below either name. */
const topLinks: ReadonlyMap<string, string> = new Map(
  readdirSync('/', { withFileTypes: true })
    .filter((entry) => entry.isSymbolicLink())
    .map(({ name }) => [`/${name}`, normalize(join('/', readlinkSync(`/${name}`)))] as const)
    .filter(([, to]) => to.startsWith('/usr/')),
);

function withoutTopLinks(path: string): string {
  const at = path.indexOf('/', 1);
  const top = at < 0 ? path : path.slice(0, at);
  const to = topLinks.get(top);
  return to === undefined ? path : to + path.slice(top.length);
}

const pam = (): string[] => below('/etc/pam.d').filter((path) => path.includes('/common-'));

const below = (folder: string): string[] => names(folder).map((name) => join(folder, name));

function names(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

const linkOf = (path: string): string | null => {
  try {
    return readlinkSync(path);
  } catch {
    return null;
  }
};

/** The links that update-alternatives(1) has made to files of the image, and its note of each. */
function alternativeLinks(files: ReadonlySet<string>): string[] {
  const chosen = '/etc/alternatives';
  return names(`${DPKG}/alternatives`).flatMap((name) => {
    const note = join(DPKG, 'alternatives', name);
    const target = linkOf(join(chosen, name));
    if (target === null || !files.has(withoutTopLinks(target))) return [];
    // How it is chosen, the master's link, then name and link of each slave, then an empty line.
    const lines = readFileSync(note, 'utf8').split('\n');
    const [, master = '', ...slaves] = lines.slice(0, lines.indexOf(''));
    const links = [master, ...slaves.filter((_, at) => at % 2 === 1)].map(withoutTopLinks);
    const all = [name, ...slaves.filter((_, at) => at % 2 === 0)].map((one) => join(chosen, one));
    return [note, chosen, ...all, ...links];
  });
}

/** The links by which a boot starts services of the image. */
function startLinks(files: ReadonlySet<string>): string[] {
  const folders = names('/etc').filter((name) => /^rc[0-6S]\.d$/.test(name));
  const links = folders.flatMap((name) => below(`/etc/${name}`));
  const starts = (path: string) => files.has(normalize(join(dirname(path), linkOf(path) ?? '')));
  return [...folders.map((name) => `/etc/${name}`), ...links.filter(starts)];
}

/** dpkg's notes of these packages; those of all packages together are made anew. */
function notes(packages: readonly Package[]): string[] {
  const ids = new Set(packages.flatMap(({ id, name }) => [id, name]));
  const ours = names(`${DPKG}/info`).filter((name) => ids.has(name.slice(0, name.lastIndexOf('.'))));
  const whole = ['', '/info', '/info/format', '/alternatives', '/triggers', '/triggers/File', '/updates', '/parts'];
  return [...whole.map((name) => DPKG + name), ...ours.map((name) => `${DPKG}/info/${name}`)];
}
