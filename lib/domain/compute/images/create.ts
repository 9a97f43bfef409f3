import { checkBalance } from '#lib/domain/billing/wallets/afford.ts';
import { beginDisk, diskSeconds } from '#lib/domain/compute/disks/resource.ts';
import { capableHosts, requireCapability } from '#lib/domain/compute/hosts/place.ts';
import { checkSnapshot, requireStatus } from '#lib/domain/compute/snapshots/resource.ts';
import { requireAllowed } from '#lib/domain/identity/iam/authorize.ts';
import type { Context } from '#lib/domain/platform/context.ts';
import { retryOnConflict } from '#lib/domain/platform/retry.ts';
import { rfc3339 } from '#lib/drivers/clocks/civil.ts';
import type { Image, NewImage } from '#lib/model/compute/image.ts';
import { isOnLoopback } from '#lib/model/compute/image-reference.ts';
import type { ImageFrom } from '#lib/model/compute/job.ts';
import { imagePaise, priceOf } from '#lib/model/platform/catalog.ts';
import { paiseDelta } from '#lib/model/platform/dry-run.ts';
import { ApiError } from '#lib/model/platform/errors.ts';
import { newId } from '#lib/model/platform/ids.ts';
import { useDisksOf } from '#lib/store/compute/host-accounts.ts';
import { type ImageRecord, createImage as putImage } from '#lib/store/compute/images.ts';
import { readDisks } from '#lib/store/compute/inputs.ts';
import { requireAvailableSnapshot, type SnapshotRecord } from '#lib/store/compute/snapshots.ts';
import { takeQuota } from '#lib/store/platform/quotas.ts';
import { toImage } from './resource.ts';

/** Makes a URL by which a host reads an object of the account, for this many seconds. */
export type SignObject = (object: { bucket: string; key: string }, seconds: number) => Promise<string>;

interface Found {
  host_id: string;
  from: ImageFrom;
  snapshot: SnapshotRecord | undefined;
}

/**
 * Creates an image of the account from a registry, an object or a snapshot; its host gets it after that. 402 and 403
 * for wallet and quota, 403 without the right to read the object, 404 and 409 for bucket and snapshot, and 409 where no
 * host keeps images.
 */
export function createImage(context: Context, input: NewImage, sign: SignObject): Promise<Image> {
  return retryOnConflict(async () => {
    const { account_id } = context.principal;
    const { host_id, from, snapshot } = await find(context, input, sign);
    const draft = newImage(context, input, host_id);
    const facts = { image_id: draft.id, source: from };
    const { operation, writes, workflow } = beginDisk(context, draft, 'create_image', facts);
    const record: ImageRecord = { ...draft, operation };
    const paise = imagePaise(snapshot?.size_bytes ?? 0);
    return context.commit({
      writes: [
        takeQuota(account_id, 'images'),
        // What it costs is known once it is there. Until then an empty wallet is what refuses it.
        checkBalance(account_id, Math.max(1, Math.round(paise / 730)), 'an image'),
        ...useDisksOf(record),
        ...(snapshot ? [requireAvailableSnapshot(snapshot)] : []),
        putImage(record),
        ...writes,
      ],
      reply: toImage(record, true),
      version: record.version,
      workflow,
      rehearsal: {
        would: `create image ${input.name}, which costs ₹${priceOf('image')} a month for each GiB that is stored`,
        ...paiseDelta(paise),
      },
    });
  });
}

/** The host of the new image, and where that gets it. */
async function find(context: Context, { source }: NewImage, sign: SignObject): Promise<Found> {
  const { account_id, default_vpc_id } = context.principal;
  const { registry, bucket, key, snapshot_id } = source;
  // Hosts of a laptop read registries of their own computer, which machines may not reach.
  if (registry !== undefined && context.inside && isOnLoopback(registry))
    throw new ApiError('validation_failed', `source.registry: ${registry} cannot be reached from a machine`);
  const object = bucket === undefined || key === undefined ? undefined : { bucket, key };
  // 403 where the caller may not read the object.
  if (object) await requireAllowed(context, 'storage:GetObject', `bucket/${object.bucket}/object/${object.key}`);
  const found = await readDisks(account_id, { vpc: default_vpc_id, snapshot: snapshot_id });
  if (snapshot_id !== undefined) {
    const snapshot = checkSnapshot(found.snapshot, { id: snapshot_id });
    await context.refuseDenied([{ kind: 'instance', id: snapshot.instance_id, as: [] }]);
    requireStatus(snapshot, 'create image', 'available');
    await requireCapability(found.catalog, snapshot.host_id, 'images');
    return { host_id: snapshot.host_id, from: { snapshot_id }, snapshot };
  }
  const near = found.vpc?.host_id === undefined ? [] : [found.vpc.host_id];
  const [{ host_id }] = await capableHosts(found.catalog, 'images', near);
  const from = object ? { archive: { url: await sign(object, urlSeconds) } } : { registry: registry ?? '' };
  return { host_id, from, snapshot: undefined };
}

/** The host may begin late, and reads anew after a restart. */
const urlSeconds = 2 * diskSeconds.create_image;

function newImage({ now, principal }: Context, { name, source, tags }: NewImage, host_id: string): ImageRecord {
  const { registry = null, bucket, key, snapshot_id = null } = source;
  const at = rfc3339(now);
  return {
    id: newId('image', now),
    account_id: principal.account_id,
    name,
    status: 'creating',
    status_reason: null,
    progress_percent: 0,
    registry,
    object: bucket === undefined || key === undefined ? null : { bucket, key },
    snapshot_id,
    contents: null,
    tags,
    price_paise: 0,
    created_at: at,
    updated_at: at,
    version: 1,
    host_id,
    uses: 0,
    operation: null,
  };
}
