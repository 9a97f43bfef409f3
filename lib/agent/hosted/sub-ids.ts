import { readFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { findTool } from '#lib/runtime/system/tools.ts';

/** Further ids of the host that a user may map into namespaces: 65,535 from each of these on. */
export interface SubIds {
  readonly first: number;
  readonly first_gid: number;
  /** newuidmap(1) and newgidmap(1), which map them. */
  readonly mappers: readonly string[];
}

/** What a host lacks, and the command that brings it; null where no command does. */
export interface Lack {
  readonly missing: string;
  readonly command: string | null;
}

/** A lack as a line of a log: the command follows in brackets. */
export const lackLine = ({ missing, command }: Lack): string =>
  command === null ? missing : `${missing} (${command})`;

/** Files of subordinate ids. */
export const FILES = { uid: '/etc/subuid', gid: '/etc/subgid' };
const KINDS = ['uid', 'gid'] as const;
const MAPPERS = ['newuidmap', 'newgidmap'];

/** A machine's ids without its root, which is the user's own. */
const COUNT = 65_535;
/** As many as a line usually has, and where useradd(8) gives the first. */
const USUAL = { first: 100_000, count: 65_536 };

/** Where a user's ids are looked up. */
interface Where {
  readonly user: User | null;
  readonly files: typeof FILES;
}

/** The ids that this process's user has by lines in /etc/subuid and /etc/subgid, or what is missing. */
export function ownSubIds({ user, files }: Where = { user: ownName(), files: FILES }): SubIds | Lack {
  const mappers = MAPPERS.flatMap((name) => findTool(name) ?? []);
  if (mappers.length < MAPPERS.length)
    return { missing: 'newuidmap and newgidmap are not installed', command: installCommand('uidmap', 'shadow-utils') };
  if (user === null) return { missing: 'the user of this process has no name in /etc/passwd', command: null };
  if (!mayGainRights())
    return { missing: 'this process may gain no rights (no_new_privs), by which newuidmap works', command: null };
  const lines = { uid: linesOf(files.uid), gid: linesOf(files.gid) };
  const own = { uid: firstOf(lines.uid, user), gid: firstOf(lines.gid, user) };
  if (own.uid !== undefined && own.gid !== undefined) return { first: own.uid, first_gid: own.gid, mappers };
  const without = KINDS.filter((kind) => own[kind] === undefined);
  const from = Math.max(USUAL.first, ...[...lines.uid, ...lines.gid].map(({ first, count }) => first + count));
  const adds = without.map((kind) => `--add-sub${kind}s ${from}-${from + USUAL.count - 1}`);
  return {
    missing: `${user.name} has no ${USUAL.count} ids in ${without.map((kind) => FILES[kind]).join(' and ')}`,
    command: `sudo usermod ${adds.join(' ')} ${user.name}`,
  };
}

/** The command that installs a package, by its name on Debian and on Fedora; null on other systems. */
export function installCommand(debian: string, fedora: string): string | null {
  if (findTool('apt-get')) return `sudo apt-get install -y ${debian}`;
  return findTool('dnf') ? `sudo dnf install -y ${fedora}` : null;
}

interface User {
  readonly name: string;
  readonly uid: number;
}

function ownName(): User | null {
  try {
    const { username: name, uid } = userInfo();
    return { name, uid };
  } catch {
    return null;
  }
}

function mayGainRights(): boolean {
  return !/^NoNewPrivs:\t1$/m.test(readText('/proc/self/status'));
}

interface Line {
  readonly owner: string;
  readonly first: number;
  readonly count: number;
}

/** subuid(5): the user's name or number, the first id, and how many. */
function linesOf(file: string): Line[] {
  return readText(file)
    .split('\n')
    .flatMap((line) => {
      const [, owner = '', first = '', count = ''] = /^([^:#]+):(\d{1,10}):(\d{1,10})$/.exec(line.trim()) ?? [];
      return owner === '' ? [] : [{ owner, first: Number(first), count: Number(count) }];
    });
}

const firstOf = (lines: readonly Line[], { name, uid }: User): number | undefined =>
  lines.find(({ owner, count }) => (owner === name || owner === `${uid}`) && count >= COUNT)?.first;

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
