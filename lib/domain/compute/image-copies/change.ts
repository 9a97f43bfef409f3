import { beginDisk } from '#lib/domain/compute/disks/resource.ts';
import { retryOnConflict } from '#lib/domain/platform/retry.ts';
import { rfc3339 } from '#lib/drivers/clocks/civil.ts';
import type { FileFrom } from '#lib/model/compute/job.ts';
import type { PlatformImage } from '#lib/model/compute/platform-image.ts';
import { ApiError } from '#lib/model/platform/errors.ts';
import { platformAccount } from '#lib/model/platform/principal.ts';
import type { Offer } from '#lib/store/compute/directory.ts';
import { copyId, getCopy, type ImageCopy, putCopy } from '#lib/store/compute/image-copies.ts';
import type { Intent } from '#lib/store/platform/outbox.ts';
import type { Write } from '#lib/store/platform/write.ts';
import { findEntry, findOffer, toPlatformImage } from './resource.ts';
import { refuseUsed } from './uses.ts';

/** Which copy is meant. */
export interface Asked {
  readonly id: string;
  readonly host_id?: string | undefined;
}

/** What is to happen: by a route, or by a laptop's own user. */
export interface CopyChange {
  readonly writes: readonly Write[];
  readonly reply: PlatformImage;
  readonly workflow: Intent;
}

/** Commits a change, and answers its reply. */
export type CommitCopy = (change: CopyChange, would: string) => Promise<PlatformImage>;

/** Has a host get an image from its registry, or from a file. 409 where something is being done with it. */
export const getImageOn = (asked: Asked, file: FileFrom | undefined, now: Date, commit: CommitCopy) =>
  retryOnConflict(async () => {
    const found = await find(asked, file ? 'import' : 'pull');
    const status = file ? 'importing' : 'pulling';
    const facts = { image_id: asked.id, ...(file && { file }) };
    const change = begin(found, { status, now }, (copy) => beginDisk({ now }, copy, 'pull_image', facts));
    return commit(change, `have host ${found.offer.host_id} get image ${asked.id}`);
  });

/** Has a host remove an image that it has pulled or imported. 409 where it has none, or something needs it. */
export const removeImageOn = (asked: Asked, now: Date, commit: CommitCopy) =>
  retryOnConflict(async () => {
    const found = await find(asked, 'remove');
    const { origin } = toPlatformImage(found.offer, found.entry, undefined);
    if (origin !== 'store' && !found.copy)
      throw new ApiError('wrong_state', `host ${found.offer.host_id} has not pulled or imported image ${asked.id}`);
    await refuseUsed(found.offer.host_id, asked.id);
    const change = begin(found, { status: 'removing', now }, (copy) =>
      beginDisk({ now }, copy, 'remove_image', { image_id: asked.id }),
    );
    return commit(change, `remove image ${asked.id} from host ${found.offer.host_id}`);
  });

interface Found {
  offer: Offer;
  entry: ReturnType<typeof findEntry>;
  copy: ImageCopy | undefined;
}

async function find({ id, host_id }: Asked, verb: string): Promise<Found> {
  const entry = findEntry(id);
  const offer = await findOffer(host_id);
  const copy = await getCopy(offer.host_id, id);
  if (!copy?.operation) return { offer, entry, copy };
  const what = `image ${id} is ${copy.status} on host ${offer.host_id}; ${verb} must wait`;
  throw new ApiError('operation_in_progress', what, { retryAfter: 5 });
}

type Begun = Pick<ReturnType<typeof beginDisk<'pull_image' | 'remove_image'>>, 'operation' | 'writes' | 'workflow'>;

function begin(
  { offer, entry, copy }: Found,
  { status, now }: { status: ImageCopy['status']; now: Date },
  open: (copy: { account_id: string; id: string }) => Begun,
): CopyChange {
  const id = copyId(offer.host_id, entry.id);
  const { operation, writes, workflow } = open({ account_id: platformAccount, id });
  const next: ImageCopy = {
    ...{ id, account_id: platformAccount, host_id: offer.host_id, image_id: entry.id, name: entry.id },
    ...{ status, status_reason: null, progress_percent: 0, version: 1 },
    updated_at: rfc3339(now),
    operation,
  };
  return { writes: [putCopy(copy, next), ...writes], reply: toPlatformImage(offer, entry, next), workflow };
}
