import { type Context, retryOnConflict } from '#lib/domain/platform/context.ts';
import { rfc3339 } from '#lib/drivers/clocks/civil.ts';
import { newOpaqueToken } from '#lib/drivers/tokens/opaque.ts';
import { urlProblem } from '#lib/drivers/webhooks/url-policy.ts';
import { ApiError } from '#lib/model/platform/errors.ts';
import { newId } from '#lib/model/platform/ids.ts';
import type { NewWebhook, WebhookInput } from '#lib/model/platform/webhook.ts';
import { takeQuota } from '#lib/store/platform/quotas.ts';
import { putWebhook, type WebhookRecord } from '#lib/store/platform/webhooks.ts';
import { sealSecret, toWebhook } from './resource.ts';

/**
 * Creates a webhook, to which the account's events are sent. Only this reply shows the secret that signs them. 400 for
 * a URL that events are never sent to, 403 over quota.
 */
export function createWebhook(context: Context, input: WebhookInput): Promise<NewWebhook> {
  const problem = urlProblem(input.url);
  if (problem) throw new ApiError('validation_failed', `url: ${problem}`);
  return retryOnConflict(async () => {
    const { account_id, account_generation } = context.principal;
    const id = newId('webhook', context.now);
    const secret = newOpaqueToken('whsec');
    const at = rfc3339(context.now);
    const webhook: WebhookRecord = {
      id,
      account_id,
      ...input,
      secret: await sealSecret(secret, { account_id, id }),
      status: 'active',
      status_reason: null,
      failures: 0,
      account_generation,
      created_at: at,
      updated_at: at,
    };
    return context.commit({
      writes: [takeQuota(account_id, 'webhooks'), putWebhook(webhook)],
      reply: { ...toWebhook({ webhook, log: { attempts: [], version: 0 }, revoked: false }), secret },
    });
  });
}
