import { isNewlyRefused } from '#lib/domain/compute/hosts/admit.ts';
import type { Host } from '#lib/domain/compute/hosts/authenticate.ts';
import { civilNow, rfc3339 } from '#lib/drivers/clocks/civil.ts';
import { hashToken } from '#lib/drivers/tokens/opaque.ts';
import { log } from '#lib/edge/log.ts';
import type { HttpRequest } from '#lib/edge/request.ts';
import type { HostRoute } from '#lib/model/compute/host-api.ts';
import { newId } from '#lib/model/platform/ids.ts';
import { platformAccount, srn } from '#lib/model/platform/principal.ts';
import { sourceShown } from '#lib/model/platform/source.ts';
import { countFailure } from '#lib/store/requests/attempts.ts';
import { writeAudit } from '#lib/store/requests/audit.ts';
import { carryOut } from '#lib/store/requests/idempotency.ts';

/** The maximum length of host-supplied text in an entry. */
const maxTextLength = 512;

/**
 * Records a refused offer in the platform's own log: once for each reason, however often the host repeats it, and at
 * most five times in 15 minutes, whatever the host offers. A failure is logged and never fails the call.
 */
export async function auditRefusedOffer(host: Host, request: HttpRequest, name: HostRoute, status: number) {
  try {
    const now = civilNow();
    if (!(await isNewlyRefused(host))) return;
    const counter = hashToken(JSON.stringify(['refused offer', host.host_id]));
    if ((await countFailure(counter, Math.floor(now.getTime() / 1000))) !== undefined) return;
    const { id, method, path, user_agent } = request;
    const entry = {
      id: newId('log', now),
      account_id: platformAccount,
      at: rfc3339(now),
      actor: { type: 'iam', id: host.host_id, name: host.host_id, access_key_id: null },
      service: 'hosts',
      method,
      path,
      action: name,
      resource: srn('platform', platformAccount, `host/${host.host_id}`),
      status,
      request_id: id,
      ...sourceShown(request),
      user_agent: user_agent.slice(0, maxTextLength),
      idempotency_replayed: false,
    } as const;
    await carryOut([writeAudit(entry)]);
  } catch (error) {
    log('error', { request_id: request.id, message: `audit: ${(error as Error).message}` });
  }
}
