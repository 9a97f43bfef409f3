import type { Mark, Service } from '#lib/model/billing/meter.ts';
import { priceOf } from '#lib/model/platform/catalog.ts';
import { putMark } from '#lib/store/billing/marks.ts';
import type { Write } from '#lib/store/platform/write.ts';

interface Resource {
  id: string;
  account_id: string;
  /** Whole rupees. */
  price_monthly: number;
  version: number;
}

const seconds = (at: string): number => Math.floor(Date.parse(at) / 1000);

/**
 * The mark of a resource that is charged its monthly price from `at` (RFC 3339), for its creation or a change of price.
 */
export const metered = (service: Service, { id, account_id, price_monthly, version }: Resource, at: string): Write =>
  putMark(account_id, mark(service, { id, version }, price_monthly * 100, at));

/**
 * The mark of a changed resource: `resource` is the record that was read, and `next` the record that the same
 * transaction stores.
 */
export const remetered = (service: Service, { version }: Resource, next: Resource, at: string): Write =>
  metered(service, { ...next, version: version + 1 }, at);

/** The mark of a resource that is no longer charged from `at` (RFC 3339). */
export const unmetered = (service: Service, resource: Resource, at: string): Write =>
  remetered(service, resource, { ...resource, price_monthly: 0 }, at);

/**
 * The mark of a bucket that holds this number of bytes from `at` (RFC 3339) until it is measured again; 0 bytes when it
 * is deleted.
 */
export function meteredStorage(account: string, bucket: string, bytes: number, at: string): Write {
  const paise = Math.round((priceOf('object_storage', 2) * 50 * bytes) / 2 ** 30);
  // A prefix distinguishes the bucket's name, which its owner chose, from the ids of other resources. Of two marks in
  // the same second, the one that ends the cost comes last.
  const resource = { id: `bucket:${bucket}`, version: 2 * seconds(at) + (paise > 0 ? 0 : 1) };
  return putMark(account, { ...mark('object_storage', resource, paise, at), minimum: false });
}

/** The mark of an own image that costs this many paise a month from `at` (RFC 3339) on; 0 when it is deleted. */
export const meteredImage = (
  { id, account_id, version }: { id: string; account_id: string; version: number },
  paise: number,
  at: string,
): Write => putMark(account_id, mark('images', { id, version: version + 1 }, paise, at));

/** A mark: from `at` (RFC 3339) a resource is charged this many paise a month. */
export const mark = (
  service: Service,
  { id, version }: Pick<Resource, 'id' | 'version'>,
  paise: number,
  at: string,
): Mark => ({
  resource: id,
  service,
  price_paise: paise,
  at: seconds(at),
  seq: version,
  minimum: paise > 0,
});
