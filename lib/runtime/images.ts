import { readFileSync } from 'node:fs';
import type { ImageInfo } from './driver.ts';
import type { StoredImage } from './driver-images.ts';

interface CatalogImage {
  readonly id: string;
  readonly name: string;
  readonly distribution: string;
  readonly version: string;
  readonly default_user: string;
}

/** The platform's images (contract 5). */
const CATALOG: readonly CatalogImage[] = [
  { id: 'ubuntu-24.04', name: 'Ubuntu 24.04 LTS', distribution: 'ubuntu', version: '24.04', default_user: 'ubuntu' },
  { id: 'ubuntu-22.04', name: 'Ubuntu 22.04 LTS', distribution: 'ubuntu', version: '22.04', default_user: 'ubuntu' },
  { id: 'debian-12', name: 'Debian 12', distribution: 'debian', version: '12', default_user: 'debian' },
  { id: 'almalinux-9', name: 'AlmaLinux 9', distribution: 'almalinux', version: '9', default_user: 'almalinux' },
  { id: 'alpine-3.22', name: 'Alpine 3.22', distribution: 'alpine', version: '3.22', default_user: 'alpine' },
];

/** The user who logs in to a catalog image beside root; undefined for an image that is none. */
export const catalogUser = (id: string): string | undefined => CATALOG.find((image) => image.id === id)?.default_user;

/** Every catalog image, for a driver that boots none of them. */
export function allImages(): ImageInfo[] {
  return CATALOG.map((image) => ({ ...image, available: true, reason: null, pulled: true }));
}

/**
 * The catalog for a driver whose machines use the host's own programs and libraries: only the host's own system can be
 * booted.
 */
export function hostImages(release = readRelease()): ImageInfo[] {
  const hostSystem = hostImage(release);
  const reason = `this host's machines share its own userland, which is ${hostSystem.name}`;
  const others = CATALOG.filter((image) => image.id !== hostSystem.id);
  return [
    { ...hostSystem, available: true, reason: null, pulled: true },
    ...others.map((image) => ({ ...image, available: false, reason, pulled: false })),
  ];
}

/** A host's images as they are offered, where it has these of the catalog in its store. */
export function withStored(own: readonly ImageInfo[], stored: readonly StoredImage[]): ImageInfo[] {
  const ids = new Set(stored.map(({ id }) => id));
  return own.map((image) => (ids.has(image.id) ? { ...image, available: true, reason: null, pulled: true } : image));
}

/** The host's own system as an image, from os-release(5). Alpine and AlmaLinux are named without the point release. */
function hostImage(release: Readonly<Record<string, string>>): CatalogImage {
  const distribution = release.ID ?? 'linux';
  const full = release.VERSION_ID ?? '';
  const parts = { almalinux: 1, rocky: 1, rhel: 1, alpine: 2 }[distribution] ?? 9;
  const version = full.split('.').slice(0, parts).join('.');
  const id = version ? `${distribution}-${version}` : distribution;
  const known = CATALOG.find((image) => image.id === id);
  return known ?? { id, name: release.PRETTY_NAME ?? id, distribution, version, default_user: distribution };
}

/** Parses os-release(5): KEY=value lines, value bare or quoted. */
export function parseRelease(text: string): Record<string, string> {
  const lines = text.split('\n').map((line) => /^([A-Z_0-9]+)=(.*)$/.exec(line.trim()));
  return Object.fromEntries(lines.flatMap((m) => (m ? [[m[1] ?? '', unquoted(m[2] ?? '')]] : [])));
}

function unquoted(value: string): string {
  const [mark = ''] = value;
  const closed = (mark === '"' || mark === "'") && value.indexOf(mark, 1) === value.length - 1 && value.length > 1;
  return closed ? value.slice(1, -1) : value;
}

function readRelease(): Record<string, string> {
  for (const path of ['/etc/os-release', '/usr/lib/os-release']) {
    try {
      return parseRelease(readFileSync(path, 'utf8'));
    } catch {
      // Try the next path; os-release(5) names both.
    }
  }
  return process.platform === 'darwin' ? { ID: 'macos', PRETTY_NAME: 'macOS' } : {};
}
