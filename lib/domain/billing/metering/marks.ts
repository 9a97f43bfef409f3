import type { Mark, Service } from '#lib/model/billing/meter.ts';
import { priceOf } from '#lib/model/platform/catalog.ts';
import { putMark } from '#lib/store/billing/metering.ts';
import type { Write } from '#lib/store/platform/write.ts';

interface Resource {
  id: string;
  account_id: string;
  /** Whole rupees. */
  price_monthly: number;
  version: number;
}

const seconds = (at: string): number => Math.floor(Date.parse(at) / 1000);

/** From `at` (RFC 3339) on, a resource costs its price: its creation, or a change of the price. */
export const metered = (service: Service, { id, account_id, price_monthly, version }: Resource, at: string): Write =>
  putMark(account_id, mark(service, { id, version }, price_monthly * 100, at));

/** The same for a record that this change makes of the one that was read. */
export const remetered = (service: Service, { version }: Resource, next: Resource, at: string): Write =>
  metered(service, { ...next, version: version + 1 }, at);

/** From `at` on, a record that was read costs nothing. */
export const unmetered = (service: Service, resource: Resource, at: string): Write =>
  remetered(service, resource, { ...resource, price_monthly: 0 }, at);

/** A bucket is found to hold so many bytes: what it costs from `at` on, until the next finding; 0 when it is gone. */
export function meteredStorage(account: string, bucket: string, bytes: number, at: string): Write {
  const paise = Math.round((priceOf('object_storage', 2) * 50 * bytes) / 2 ** 30);
  // Its owner chose the name, which may be the id of something else. In one second, what ends it comes last.
  const resource = { id: `bucket:${bucket}`, version: 2 * seconds(at) + (paise > 0 ? 0 : 1) };
  return putMark(account, { ...mark('object_storage', resource, paise, at), minimum: false });
}

/** A point of the meter: from `at` (RFC 3339) on, a resource costs so many paise a month. */
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
