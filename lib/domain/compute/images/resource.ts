import type { Context } from '#lib/domain/platform/context.ts';
import type { Image, ImageStatus } from '#lib/model/compute/image.ts';
import { readReference } from '#lib/model/compute/image-reference.ts';
import { architectureOf, leastRam } from '#lib/model/platform/catalog.ts';
import type { Deleted } from '#lib/model/platform/common.ts';
import { ApiError, notFound } from '#lib/model/platform/errors.ts';
import { getImage, type ImageRecord } from '#lib/store/compute/images.ts';

/** The caller's own image. 404 where it does not exist or belongs to another account. */
export async function findImage(context: Context, id: string): Promise<ImageRecord> {
  const record = await getImage(context.principal.account_id, id);
  if (!record) throw notFound('image', id);
  return record;
}

/** What each status allows. */
const allowedIn: Partial<Record<ImageStatus, Image['allowed_actions']>> = {
  creating: ['update', 'delete'],
  available: ['update', 'delete'],
  error: ['update', 'delete'],
};

/** What is known of every image before it is looked into. */
const unknownContents = {
  shell: null,
  init: null,
  package_manager: null,
  env: [],
  working_dir: '',
  user: '',
  entrypoint: [],
  cmd: [],
} satisfies Partial<Image>;

/** What an image has that is none of an account's own. */
const notOwn = {
  account_id: null,
  status: null,
  status_reason: null,
  progress_percent: null,
  source: null,
  digest: null,
  tags: {},
  allowed_actions: [],
  created_at: null,
  updated_at: null,
} satisfies Partial<Image>;

/** An image as launches need it: without what only an account's own images have, and what is inside. */
export type Bootable = Omit<Image, keyof typeof unknownContents | keyof typeof notOwn> &
  Partial<Pick<Image, keyof typeof unknownContents | 'digest' | 'source'>>;

/** An image that is none of an account's own as replies show it. */
export const shownImage = (image: Bootable): Image => {
  const { type, digest = null, source = null } = image;
  return { ...unknownContents, ...image, ...notOwn, ...(type === 'system' && { digest, source }) };
};

const gib = 2 ** 30;

/** An account's own image as replies show it. `isHostLive` says whether the host with its bytes answers. */
export function toImage(record: ImageRecord, isHostLive: boolean): Image {
  const { contents, status, registry, object, snapshot_id } = record;
  const unavailable_reason = unavailability(record, isHostLive);
  return {
    id: record.id,
    name: record.name,
    distribution: 'other',
    version: (registry === null ? null : readReference(registry)?.tag) ?? '',
    architecture: contents ? architectureOf(contents.architecture) : '',
    default_user: contents?.default_user ?? '',
    min_ram: leastRam,
    min_disk: Math.max(1, Math.ceil((contents?.size_bytes ?? 0) / gib)),
    size_bytes: contents?.size_bytes ?? null,
    ...(contents ? contentsOf(contents) : unknownContents),
    available: unavailable_reason === null,
    unavailable_reason,
    pulled: unavailable_reason === null,
    deprecated: false,
    type: 'account',
    account_id: record.account_id,
    status,
    status_reason: record.status_reason,
    progress_percent: record.progress_percent,
    source: { registry, bucket: object?.bucket ?? null, key: object?.key ?? null, snapshot_id },
    digest: contents?.digest ?? null,
    tags: record.tags,
    allowed_actions: allowedIn[status] ?? [],
    created_at: record.created_at,
    updated_at: record.updated_at,
  };
}

const contentsOf = ({
  shell,
  init,
  package_manager,
  env,
  working_dir,
  user,
  entrypoint,
  cmd,
}: NonNullable<ImageRecord['contents']>) => ({
  shell,
  init,
  package_manager,
  env,
  working_dir,
  user,
  entrypoint,
  cmd,
});

function unavailability({ id, status, status_reason }: ImageRecord, isHostLive: boolean): string | null {
  if (status === 'error') return status_reason ?? `image ${id} is in status error`;
  if (status !== 'available') return `image ${id} is ${status}`;
  return isHostLive ? null : 'its host does not answer';
}

const transient: readonly ImageStatus[] = ['creating', 'deleting'];

/** Refuses an image that is not in one of these statuses: 409. */
export function requireStatus({ id, status }: ImageRecord, verb: string, ...statuses: ImageStatus[]): void {
  if (statuses.includes(status)) return;
  const what = status === 'error' ? 'in status error' : status;
  throw new ApiError(
    'wrong_state',
    `image ${id} is ${what}; ${verb} requires status ${statuses.join(' or ')}`,
    transient.includes(status) ? { retryAfter: 5 } : {},
  );
}

/** The image once no operation is in progress on it; undefined before that. */
export async function settledImage(context: Context, { id }: Pick<Image, 'id'>): Promise<Image | undefined> {
  const record = await getImage(context.principal.account_id, id);
  if (!record || record.operation) return undefined;
  return context.show(toImage(record, true), record.version);
}

/** The result of a deletion: nothing is left, or the image that could not be deleted; undefined before. */
export async function deletedImage(context: Context, { id }: Pick<Image, 'id'>): Promise<Deleted | Image | undefined> {
  const record = await getImage(context.principal.account_id, id);
  if (!record) return { id, deleted: true };
  return record.operation ? undefined : context.show(toImage(record, true), record.version);
}
