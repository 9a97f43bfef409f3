import { isIP } from 'node:net';
import { Refusal, shown } from './refusal.ts';

/** A parsed reference to an image in a registry. */
export interface Reference {
  /** As it is written: `docker.io`, `registry.example:5000`. Credentials are found by it. */
  readonly registry: string;
  /** The registry's origin. */
  readonly origin: string;
  readonly repository: string;
  /** A tag, or a digest. */
  readonly version: string;
  readonly digest: string | null;
  /** Whether the registry is on this computer's loopback. */
  readonly loopback: boolean;
}

const HOST =
  /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)*|\[[0-9a-f:.]{2,45}\])(?::\d{1,5})?$/i;
const PART = '[a-z0-9]+(?:(?:\\.|_{1,2}|-+)[a-z0-9]+)*';
const REPOSITORY = new RegExp(`^${PART}(?:/${PART})*$`);
const TAG = /^\w[\w.-]{0,127}$/;
export const DIGEST = /^sha256:[0-9a-f]{64}$/;

/** Stands for the digest of a reference that has none. */
const NONE = `sha256:${'0'.repeat(64)}`;

/** The registry of references that name none, and where it answers. */
const HUB = { name: 'docker.io', host: 'registry-1.docker.io' };

/**
 * Reads `[registry/]repository[:tag][@digest]`, as every client of registries does. Refuses any other text, and a
 * registry on this computer where `loopback` is false.
 */
export function readReference(text: string, { loopback: allowed }: { readonly loopback: boolean }): Reference {
  const { registry, repository, tag, digest } = partsOf(text);
  const isRight =
    [HOST.test(registry), REPOSITORY.test(repository), TAG.test(tag), DIGEST.test(digest ?? NONE)].every(Boolean) &&
    text.length <= 512;
  if (!isRight) throw new Refusal(`${shown(text)} is no reference to an image (registry/name:tag)`);
  const host = registry === HUB.name ? HUB.host : registry;
  const loopback = isLoopback(new URL(`http://${host}`).hostname);
  if (loopback && !allowed) throw new Refusal(`${shown(registry)} is not on the public internet`);
  const origin = `${loopback ? 'http' : 'https'}://${host}`;
  return { registry, origin, repository, version: digest ?? tag, digest, loopback };
}

/** Its parts as they are written, whatever they are. */
function partsOf(text: string) {
  const at = text.indexOf('@');
  const [named, digest] = at < 0 ? [text, null] : [text.slice(0, at), text.slice(at + 1)];
  const slash = named.indexOf('/');
  const first = named.slice(0, Math.max(slash, 0));
  const hasHost = /[.:]/.test(first) || first === 'localhost';
  const registry = hasHost ? first : HUB.name;
  const path = hasHost ? named.slice(slash + 1) : named;
  const colon = path.lastIndexOf(':');
  const [plain, tag] = colon < 0 ? [path, 'latest'] : [path.slice(0, colon), path.slice(colon + 1)];
  return {
    registry,
    repository: registry === HUB.name && !plain.includes('/') ? `library/${plain}` : plain,
    tag,
    digest,
  };
}

/** Whether a host of a URL is this computer itself. */
export function isLoopback(hostname: string): boolean {
  const name = hostname.replace(/^\[(.*)\]$/, '$1');
  return name === 'localhost' || name === '::1' || (isIP(name) === 4 && name.startsWith('127.'));
}
