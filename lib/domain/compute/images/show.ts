import { isAlive } from '#lib/domain/compute/hosts/catalog.ts';
import type { Image } from '#lib/model/compute/image.ts';
import { readHosts } from '#lib/store/compute/directory.ts';
import type { ImageRecord } from '#lib/store/compute/images.ts';
import { toImage } from './resource.ts';

/** Own images as replies show them. The bytes of each are on one host; if that host is silent, none can boot it. */
export async function ownImages(records: readonly ImageRecord[]): Promise<Image[]> {
  const hosts = await readHosts([...new Set(records.map(({ host_id }) => host_id))]);
  const live = new Set(hosts.filter((host) => isAlive(host)).map(({ host_id }) => host_id));
  return records.map((record) => toImage(record, live.has(record.host_id)));
}

/** One own image as replies show it. */
export async function shownNow(record: ImageRecord): Promise<Image> {
  const [host] = await readHosts([record.host_id]);
  return toImage(record, host !== undefined && isAlive(host));
}
