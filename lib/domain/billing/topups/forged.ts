import type { PublicContext } from '#lib/domain/platform/context.ts';
import { systemContext } from '#lib/domain/platform/operations/system-context.ts';
import { hashToken } from '#lib/drivers/tokens/opaque.ts';
import { ApiError } from '#lib/model/platform/errors.ts';
import { platformAccount } from '#lib/model/platform/principal.ts';
import { countFailure } from '#lib/store/requests/attempts.ts';

/** All forgeries count together: whoever sends many may do so from as many addresses. */
const everybody = hashToken(JSON.stringify(['forged webhooks']));

/**
 * The 401 for a webhook that the gateway did not sign. Nothing of it is believed, so that no account can be named: it
 * stands in the platform's own audit log, the first five within 15 minutes, so that a flood costs no more.
 */
export async function forgedWebhook(context: PublicContext): Promise<ApiError> {
  const isFlood = (await countFailure(everybody, Math.floor(context.now.getTime() / 1000))) !== undefined;
  const { principal } = systemContext(platformAccount, context.now);
  if (!isFlood) context.identify({ ...principal, id: 'anonymous', name: 'anonymous' });
  return new ApiError('invalid_signature', "X-Razorpay-Signature: is not the payment gateway's for these bytes");
}
