import { isAlive, listHosts } from '#lib/domain/compute/hosts/catalog.ts';
import { requireHost } from '#lib/domain/compute/hosts/change.ts';
import { lackIn } from '#lib/domain/compute/hosts/place.ts';
import type { PlatformImage } from '#lib/model/compute/platform-image.ts';
import { architectureOf, referenceOf, systemImages } from '#lib/model/platform/catalog.ts';
import { ApiError, notFound } from '#lib/model/platform/errors.ts';
import { getOffer, type HostImage, type Offer } from '#lib/store/compute/directory.ts';
import type { ImageCopy } from '#lib/store/compute/image-copies.ts';

/** A host's copy of a catalog image as replies show it: what is being done with it, or else what the host offers. */
export function toPlatformImage(
  { host_id, images }: Pick<Offer, 'host_id' | 'images'>,
  entry: (typeof systemImages)[number],
  copy: ImageCopy | undefined,
): PlatformImage {
  const offered = images.find(({ id }) => id === entry.id);
  const origin = originOf(offered);
  return {
    id: `${host_id}/${entry.id}`,
    image_id: entry.id,
    host_id,
    name: entry.name,
    status: copy?.status ?? (origin === null ? 'absent' : 'available'),
    status_reason: copy ? copy.status_reason : (offered?.reason ?? null),
    progress_percent: copy?.operation?.kind === 'pull_image' ? copy.progress_percent : null,
    origin,
    reference: offered?.reference ?? referenceOf(entry),
    ...contentsOf(offered?.contents),
    default_user: offered?.default_user ?? entry.default_user,
  };
}

function originOf(offered: HostImage | undefined): PlatformImage['origin'] {
  if (!offered?.available || offered.pulled === false) return null;
  return offered.contents?.digest ? 'store' : 'host';
}

const unknown = { digest: null, size_bytes: null, architecture: null, shell: null, init: null, package_manager: null };

const contentsOf = (contents: HostImage['contents']) =>
  contents ? { ...contents, architecture: architectureOf(contents.architecture) } : unknown;

/** An image of the catalog. 404 for any other. */
export function findEntry(id: string): (typeof systemImages)[number] {
  const entry = systemImages.find((image) => image.id === id);
  if (!entry) throw notFound('image', id);
  return entry;
}

/**
 * The host that is meant, and what it offers: the one of this id, or the only live one. 400 where there are several,
 * 404 for one that does not exist, 409 where it keeps no images or none answers.
 */
export async function findOffer(id: string | undefined): Promise<Offer> {
  const offer = id === undefined ? await onlyOffer() : await getOffer((await requireHost(id)).host_id);
  if (!offer) throw new ApiError('wrong_state', `host ${id} has not started yet`);
  const lack = lackIn(offer, 'images');
  if (lack) throw lack;
  return offer;
}

async function onlyOffer(): Promise<Offer> {
  const live = (await listHosts()).filter(({ beat }) => beat !== undefined && isAlive(beat));
  const [first, ...more] = live.map(({ offer }) => offer);
  if (!first) throw new ApiError('capacity_exhausted', 'no host answers right now', { retryAfter: 30 });
  if (more.length > 0)
    throw new ApiError('validation_failed', `host_id: is required, as there are ${more.length + 1} hosts`);
  return first;
}
