import type { Args } from '#lib/client/methods.ts';

/* What is typed into the form of a new image, and what is sent of it. */

/** Where a new image may come from. */
export type Origin = 'registry' | 'object' | 'snapshot';

export interface ImageDraft {
  /** Undefined until a name is typed: it is then that of the source. */
  readonly name: string | undefined;
  readonly from: Origin;
  readonly registry: string;
  readonly bucket: string;
  readonly key: string;
  readonly snapshot: string;
  readonly tags: Readonly<Record<string, string>>;
}

/** A form that nothing is typed into, for a snapshot where one is given. */
export const newImage = (snapshot: string | null): ImageDraft => ({
  name: undefined,
  from: snapshot ? 'snapshot' : 'registry',
  registry: '',
  bucket: '',
  key: '',
  snapshot: snapshot ?? '',
  tags: {},
});

/** The most characters of a name. */
const longest = 64;

/** The name of the new image: what is typed, or else that of its source. `snapshotName` is that of the snapshot. */
export function nameOf({ name, from, registry, key }: ImageDraft, snapshotName = ''): string {
  if (name !== undefined) return name;
  const given = { registry: repositoryName(registry), object: fileName(key), snapshot: snapshotName }[from];
  return given.slice(0, longest);
}

const lastPart = (path: string): string => path.split('/').at(-1) ?? '';

/** `registry.example.in/team/app:1.4` is `app`, and so it is by a digest. */
const repositoryName = (reference: string): string =>
  lastPart(reference.trim().split('@')[0] ?? '').split(':')[0] ?? '';

/** `images/rootfs.tar.gz` is `rootfs`. */
const fileName = (key: string): string => lastPart(key).replace(/\.(?:tar|tgz|oci)(?:\.\w{1,4})?$/, '');

/** What is sent; undefined while something is missing. */
export function argsOf(draft: ImageDraft, name: string): Args<'createImage'> | undefined {
  const source = sourceOf(draft);
  if (name === '' || Object.values(source).includes('')) return undefined;
  return { body: { name, source, ...(Object.keys(draft.tags).length > 0 && { tags: draft.tags }) } };
}

function sourceOf({ from, registry, bucket, key, snapshot }: ImageDraft): Args<'createImage'>['body']['source'] {
  if (from === 'registry') return { registry: registry.trim() };
  return from === 'object' ? { bucket, key } : { snapshot_id: snapshot };
}
