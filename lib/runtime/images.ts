import { existsSync, readFileSync } from 'node:fs';
import type { ImageInfo } from './driver.ts';
import type { ImageContents, StoredImage } from './driver-images.ts';
import { MANAGERS } from './image-store/facts.ts';
import { architecture } from './image-store/pull/manifest.ts';

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

/** The registry of the catalog's images where the host's settings name no other. */
export const CATALOG_REGISTRY = 'docker.io';

/**
 * The reference of a catalog image in a registry, in which they are named as in Docker's; null for an image of none. It
 * has no digest: none has been verified.
 */
function referenceOf(id: string, registry = CATALOG_REGISTRY): string | null {
  const image = CATALOG.find((one) => one.id === id);
  return image ? `${registry}/library/${image.distribution}:${image.version}` : null;
}

/** The user who logs in to a catalog image beside root; undefined for an image that is none. */
export const catalogUser = (id: string): string | undefined => CATALOG.find((image) => image.id === id)?.default_user;

/** Every catalog image, for a driver that boots none of them. */
export function allImages(): ImageInfo[] {
  return CATALOG.map((image) => ({
    ...image,
    ...{ available: true, reason: null, pulled: true, reference: referenceOf(image.id) },
  }));
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
    {
      ...hostSystem,
      ...{ available: true, reason: null, pulled: true, reference: referenceOf(hostSystem.id) },
      contents: ownContents(),
    },
    ...others.map((image) => ({
      ...image,
      ...{ available: false, reason, pulled: false, reference: referenceOf(image.id) },
    })),
  ];
}

/** What is in a machine of the host's own system. Which init system its files would have, nobody has looked for. */
function ownContents(): ImageContents {
  const manager = Object.entries(MANAGERS).find(([path]) => existsSync(path));
  return {
    ...{ digest: null, size_bytes: null, architecture, init: null },
    shell: existsSync('/bin/sh'),
    package_manager: manager?.[1] ?? null,
  };
}

/** What a host with a store of images knows of the catalog's. */
export interface CatalogStore {
  readonly stored: readonly StoredImage[];
  /** Where they are pulled from. */
  readonly registry: string;
  /** Why nothing can be pulled from there; null where it can. */
  readonly reason: string | null;
}

/** A host's images as they are offered, where it has a store: what that has not can be pulled. */
export function withStored(own: readonly ImageInfo[], { stored, registry, reason }: CatalogStore): ImageInfo[] {
  return own.map((image): ImageInfo => {
    const reference = referenceOf(image.id, registry);
    const found = stored.find(({ id }) => id === image.id);
    if (found) {
      const { default_user } = found;
      const contents = contentsOf(found);
      return { ...image, reference, default_user, contents, available: true, reason: null, pulled: true };
    }
    if (image.pulled || reference === null) return { ...image, reference };
    return { ...image, reference, available: reason === null, reason };
  });
}

const contentsOf = (image: StoredImage): ImageContents => {
  const { digest, size_bytes, architecture, shell, init, package_manager } = image;
  return { digest, size_bytes, architecture, shell, init, package_manager };
};

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
