import { createHash } from 'node:crypto';
import { arch } from 'node:process';
import { whole } from './http.ts';
import { DIGEST } from './reference.ts';
import { Refusal, shown } from './refusal.ts';
import type { Registry } from './registry.ts';

const MOST = 4 * 1024 * 1024;
/** Most layers of an image; an overlay could have more. */
const MOST_LAYERS = 127;
const MOST_WORDS = 64 * 1024;

const INDEXES = [
  'application/vnd.oci.image.index.v1+json',
  'application/vnd.docker.distribution.manifest.list.v2+json',
];
const MANIFESTS = [
  'application/vnd.oci.image.manifest.v1+json',
  'application/vnd.docker.distribution.manifest.v2+json',
];
const ACCEPTED = [...INDEXES, ...MANIFESTS].join(', ');

/** A blob, as a manifest names it. */
export interface Descriptor {
  readonly digest: string;
  readonly size: number;
}

/** What an image's configuration says of how it runs. */
export interface ImageConfig {
  readonly architecture: string;
  readonly env: readonly string[];
  readonly working_dir: string;
  readonly user: string;
  readonly entrypoint: readonly string[];
  readonly cmd: readonly string[];
}

/** A layer: the blob, and the digest of the tar in it. */
export interface LayerOf extends Descriptor {
  readonly diff_id: string;
}

/** An image for this host, as its registry or its archive describes it; its layers from the lowest on. */
export interface Described {
  readonly digest: string;
  readonly config: ImageConfig;
  readonly layers: readonly LayerOf[];
}

/** Reads a text of at most 4 MiB, by its name there. */
export type ReadText = (kind: 'manifests' | 'blobs', name: string) => Promise<Buffer>;

/** Reads manifests and configurations of a repository. */
export const fromRegistry =
  (registry: Registry): ReadText =>
  async (kind, name) =>
    whole(
      await registry.open(`${kind}/${name}`, kind === 'manifests' ? { accept: ACCEPTED } : {}),
      MOST,
      kind === 'manifests' ? 'its manifest' : 'its configuration',
    );

/** The image of this name for this host's architecture. Refuses what is none, or is not what its digests say. */
export async function describe(read: ReadText, version: string): Promise<Described> {
  const [first, firstDigest] = await document(read, version);
  const [manifest, digest] = Array.isArray(first.manifests)
    ? await document(read, forThisHost(first.manifests))
    : [first, firstDigest];
  const config = descriptor(manifest.config, 'its configuration');
  const layers = Array.isArray(manifest.layers) ? manifest.layers.map((one) => descriptor(one, 'a layer')) : null;
  if (!layers || layers.length === 0) throw new Refusal('its manifest has no layers');
  if (layers.length > MOST_LAYERS) throw new Refusal(`it has more than ${MOST_LAYERS} layers`);
  if (config.size > MOST) throw new Refusal('its configuration has more than 4 MiB');
  const text = await read('blobs', config.digest);
  if (text.length !== config.size || digestOf(text) !== config.digest)
    throw new Refusal('its configuration is not what its manifest says');
  const parsed = objectIn(text, 'its configuration');
  const { diff_ids } = (parsed.rootfs ?? {}) as { diff_ids?: unknown };
  if (!Array.isArray(diff_ids) || diff_ids.length !== layers.length || !diff_ids.every(isDigest))
    throw new Refusal('its configuration does not name the layers of its manifest');
  return {
    digest,
    config: configOf(parsed),
    layers: layers.map((one, at) => ({ ...one, diff_id: diff_ids[at] ?? '' })),
  };
}

const digestOf = (bytes: Buffer): string => `sha256:${createHash('sha256').update(bytes).digest('hex')}`;

const isDigest = (value: unknown): value is string => typeof value === 'string' && DIGEST.test(value);

async function document(read: ReadText, name: string): Promise<[Record<string, unknown>, string]> {
  const text = await read('manifests', name);
  const digest = digestOf(text);
  if (isDigest(name) && name !== digest) throw new Refusal(`its manifest is not the one with digest ${name}`);
  return [objectIn(text, 'its manifest'), digest];
}

function objectIn(text: Buffer, what: string): Record<string, unknown> {
  try {
    const value = JSON.parse(text.toString()) as unknown;
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  } catch {
    // Refused below.
  }
  throw new Refusal(`${what} is no JSON object`);
}

function descriptor(value: unknown, what: string): Descriptor {
  const { digest, size, mediaType } = (value ?? {}) as Record<string, unknown>;
  if (!isDigest(digest) || typeof size !== 'number' || !Number.isSafeInteger(size) || size < 0)
    throw new Refusal(`${what} has no digest (sha256) and size in its manifest`);
  if (typeof mediaType === 'string' && /encrypted|foreign|nondistributable/.test(mediaType))
    throw new Refusal(`${what} is of a kind that cannot be unpacked: ${shown(mediaType)}`);
  return { digest, size };
}

/** What OCI calls the architectures of Node. */
const NAMES: Partial<Record<NodeJS.Architecture, string>> = { x64: 'amd64', ia32: '386' };
/** The architecture of this host, as OCI names it. */
export const architecture: string = NAMES[arch] ?? arch;

function forThisHost(manifests: readonly unknown[]): string {
  const known = manifests.slice(0, 1000).map((one) => (one ?? {}) as { digest?: unknown; platform?: unknown });
  const platforms = known.map(({ platform }) => (platform ?? {}) as { architecture?: unknown; os?: unknown });
  const only = known.length === 1 && known[0]?.platform === undefined ? 0 : -1;
  const own = platforms.findIndex((one) => one.architecture === architecture && one.os === 'linux');
  const at = own < 0 ? only : own;
  const digest = known[at]?.digest;
  if (isDigest(digest)) return digest;
  const others = new Set(platforms.flatMap((one) => (typeof one.architecture === 'string' ? [one.architecture] : [])));
  throw new Refusal(`it is not made for ${architecture}, but for ${shown([...others].join(', ')) || 'nothing'}`);
}

/** The parts of a configuration that are kept. Refuses one for another architecture, and parts that are too long. */
function configOf(parsed: Record<string, unknown>): ImageConfig {
  const { Env, WorkingDir, User, Entrypoint, Cmd } = (parsed.config ?? {}) as Record<string, unknown>;
  const own = typeof parsed.architecture === 'string' ? parsed.architecture : architecture;
  if (own !== architecture) throw new Refusal(`it is not made for ${architecture}, but for ${shown(own)}`);
  const config = {
    architecture,
    env: words(Env).filter((line) => /^[^=\0]+=/.test(line)),
    working_dir: text(WorkingDir),
    user: text(User),
    entrypoint: words(Entrypoint),
    cmd: words(Cmd),
  };
  if (JSON.stringify(config).length > MOST_WORDS) throw new Refusal('its environment and commands exceed 64 KiB');
  return config;
}

const text = (value: unknown): string => (typeof value === 'string' ? value.replaceAll('\0', '') : '');
const words = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];
