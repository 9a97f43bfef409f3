import type { Context } from '#lib/domain/platform/context.ts';
import { retryOnConflict } from '#lib/domain/platform/retry.ts';
import { rfc3339 } from '#lib/drivers/clocks/civil.ts';
import type { Certificate, CertificateChange } from '#lib/model/compute/certificate.ts';
import { changeCertificate } from '#lib/store/compute/certificates.ts';
import { claimName, findCertificate, freeName, toCertificate } from './resource.ts';

/** Changes a certificate's name or tags. 409 where another certificate has the name, 412 for a stale If-Match. */
export function updateCertificate(
  context: Context,
  { id, ...input }: CertificateChange & { id: string },
): Promise<Certificate> {
  return retryOnConflict(async () => {
    const record = await findCertificate(context, id);
    context.match(record.version);
    const { name = record.name, tags = record.tags } = input;
    if (name === record.name && JSON.stringify(tags) === JSON.stringify(record.tags)) {
      return context.commit({ writes: [], reply: toCertificate(record), version: record.version });
    }
    const next = { ...record, name, tags, updated_at: rfc3339(context.now), version: record.version + 1 };
    return context.commit({
      writes: [
        ...(name === record.name ? [] : [claimName(record, name), freeName(record, record.name)]),
        changeCertificate(record, next),
      ],
      reply: toCertificate(next),
      version: next.version,
    });
  });
}
