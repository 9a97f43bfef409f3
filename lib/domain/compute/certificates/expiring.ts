import { rfc3339 } from '#lib/drivers/clocks/civil.ts';
import { srn } from '#lib/model/platform/principal.ts';
import { type CertificateRecord, getCertificate } from '#lib/store/compute/certificates.ts';
import type { Announcement } from '#lib/store/platform/activity.ts';
import { type Expiry, moveExpiry, putExpiry } from '#lib/store/platform/expiries.ts';
import { transact, unlessStale, type Write } from '#lib/store/platform/write.ts';
import { toCertificate } from './resource.ts';

/** The days before its expiry on which a certificate's owner is notified (contract 4.5). */
const noticeDays = [30, 7, 1] as const;

const day = 24 * 3_600_000;

type Expiring = Pick<CertificateRecord, 'account_id' | 'id' | 'not_after'>;

/** Schedules the first notice of a certificate's expiry; no writes where it is too late for any. */
export function planNotice({ account_id, id, not_after }: Expiring, now: Date): Write[] {
  const next = nextNotice(not_after, now);
  return next === null ? [] : [putExpiry({ account_id, instance_id: id, expires_at: next })];
}

function nextNotice(not_after: string, now: Date): string | null {
  const times = noticeDays.map((days) => Date.parse(not_after) - days * day);
  const next = times.find((time) => time > now.getTime());
  return next === undefined ? null : rfc3339(new Date(next));
}

/**
 * Announces once that a certificate expires soon, and schedules the next notice. Deletes the notice of a deleted
 * certificate.
 */
export async function noticeCertificate(notice: Expiry, now: Date): Promise<void> {
  const record = await getCertificate(notice.account_id, notice.instance_id);
  const next = record ? nextNotice(record.not_after, now) : null;
  const announcements = record ? [expiringEvent(record, now)] : [];
  // Another run of the scheduled task may already have announced it.
  await unlessStale(transact([moveExpiry(notice, next)], { announcements }));
}

function expiringEvent(record: CertificateRecord, now: Date): Announcement {
  const { account_id, id, name, not_after, domains } = record;
  const days_left = Math.max(0, Math.ceil((Date.parse(not_after) - now.getTime()) / day));
  return {
    account_id,
    type: 'certificate.expiring',
    resource: srn('compute', account_id, `certificate/${id}`),
    name,
    message: `certificate ${name} (${domains[0] ?? 'no name'}) expires on ${not_after}, in ${days_left === 1 ? 'a day' : `${days_left} days`}`,
    data: { ...toCertificate(record), days_left },
  };
}
