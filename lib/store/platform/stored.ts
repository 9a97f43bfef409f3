import type { Stored } from '#lib/store/entity.ts';
import { keys } from '#lib/store/keys.ts';
import { all } from './read.ts';
import type { storedDay } from './stored.entity.ts';
import { update, type Write } from './write.ts';

/** The measured content of a bucket in an hour. Only bytes are billed: objects, versions and parts. */
export interface StoredHour {
  bucket: string;
  /** RFC 3339, a full hour (civil clock). */
  at: string;
  stored_bytes: number;
  objects: number;
}

/** A bucket's hours of a day: the bytes and objects of each. */
type StoredDay = Stored<typeof storedDay>;

/** The seconds for which a day's record is kept: longer than a calendar month and its bill. */
const retentionSeconds = 70 * 86_400;

/** Records the content of a bucket in the hour of `at`; replaces an earlier record of the hour. */
export function putStored(account: string, { bucket, at, stored_bytes, objects }: StoredHour): Write {
  const [date = '', hour = ''] = at.slice(0, 13).split('T');
  const ttl = Math.floor(Date.parse(at) / 1000) + retentionSeconds;
  const measured = [stored_bytes, objects] as const;
  const hours: Pick<StoredDay, `h${string}`> = { [`h${hour}`]: measured };
  return update(keys.stored(account, date, bucket), { set: { bucket, date, ...hours, ttl } });
}

/** The recorded hours of all buckets of an account, deleted ones included, from `from` until before `to` (RFC 3339). */
export async function* storedIn(account: string, from: string, to: string): AsyncGenerator<StoredHour> {
  const { pk } = keys.stored(account, '', '');
  const days = all({ pk, between: [from.slice(0, 10), `${to.slice(0, 10)}#~`] });
  for await (const day of days) {
    for (let hour = 0; hour < 24; hour++) {
      const name = String(hour).padStart(2, '0');
      const at = `${day.date}T${name}:00:00Z`;
      const measured = day[`h${name}`];
      if (!measured || at < from || at >= to) continue;
      yield { bucket: day.bucket, at, stored_bytes: measured[0], objects: measured[1] };
    }
  }
}
