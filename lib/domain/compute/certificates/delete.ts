import type { Context } from '#lib/domain/platform/context.ts';
import { retryOnConflict } from '#lib/domain/platform/retry.ts';
import { ApiError } from '#lib/model/platform/errors.ts';
import { removeCertificate } from '#lib/store/compute/certificates.ts';
import { removeExpiry } from '#lib/store/platform/expiries.ts';
import { returnQuota } from '#lib/store/platform/quotas.ts';
import { findCertificate, freeName } from './resource.ts';

/** Deletes a certificate and its key. 409 in_use while a load balancer uses it, 412 for a stale If-Match. */
export function deleteCertificate(context: Context, { id }: { id: string }): Promise<{ id: string; deleted: true }> {
  return retryOnConflict(async () => {
    const record = await findCertificate(context, id);
    context.match(record.version);
    const [balancer] = record.lb_ids ?? [];
    if (balancer) throw new ApiError('in_use', `certificate ${id} is in use by ${balancer}`);
    return context.commit({
      writes: [
        removeCertificate(record),
        freeName(record, record.name),
        returnQuota(record.account_id, 'certificates'),
        removeExpiry(id),
      ],
      reply: { id, deleted: true as const },
    });
  });
}
