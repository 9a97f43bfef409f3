import { readFileSync } from 'node:fs';

const ROOTS = ['bin', 'sbin', 'lib', 'lib32', 'lib64', 'libx32', 'usr'];
const CONFIGURATION = ['alternatives', 'ssl', 'ca-certificates', 'pki', 'terminfo', 'ld.so.conf.d', 'perl'];

/** Flags that a user namespace may not clear: a remount that leaves one out is refused. */
const LOCKED = new Set(['nodev', 'noexec', 'noatime', 'nodiratime', 'relatime', 'strictatime']);

/** One mount of a mount namespace. */
export interface Mounted {
  /** The folder of its file system that it shows. */
  readonly root: string;
  readonly point: string;
  readonly flags: string;
}

/** Parses /proc/self/mountinfo (proc(5)): mount point and per-mount flags. */
export function parseMountInfo(text: string): Mounted[] {
  return text
    .split('\n')
    .map((line) => line.split(' '))
    .filter((fields) => fields.length > 6)
    .map((fields) => ({
      root: unescapeOctal(fields[3] ?? '/'),
      point: unescapeOctal(fields[4] ?? '/'),
      flags: fields[5] ?? '',
    }));
}

/** The remount flags that make a bind of `path` read-only here without clearing what the host has locked. */
export function readOnlyFlags(path: string, mounts: readonly Mounted[]): string {
  const inside = (point: string) => point === '/' || path === point || path.startsWith(`${point}/`);
  // The last of the longest wins: a later mount covers an earlier one on the same point.
  const owner = mounts
    .filter((mount) => inside(mount.point))
    .reduce((best, mount) => (mount.point.length >= best.point.length ? mount : best), { point: '', flags: '' });
  const kept = owner.flags.split(',').filter((flag) => LOCKED.has(flag));
  return [...new Set(['ro', 'nosuid', 'nodev', ...kept])].join(',');
}

/** The "target flags" lines that boot.sh remounts. */
export function readOnlyLines(mounts = parseMountInfo(readFileSync('/proc/self/mountinfo', 'utf8'))): string {
  const targets = [...ROOTS, ...CONFIGURATION.map((name) => `etc/${name}`)];
  return targets.map((target) => `${target} ${readOnlyFlags(`/${target}`, mounts)}\n`).join('');
}

function unescapeOctal(text: string): string {
  return text.replace(/\\([0-7]{3})/g, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 8)));
}
