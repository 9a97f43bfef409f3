import { createWebhook } from '#lib/domain/platform/webhooks/create.ts';
import { route } from '#lib/edge/route.ts';
import { newWebhook, webhookInput } from '#lib/model/platform/webhook.ts';

/**
 * Creates a webhook, to which the account's events are sent; only this reply shows the secret that signs them. A
 * delivery carries `X-Svc-Signature: t=<seconds>,v1=<hex HMAC-SHA256 of "<t>.<body>" under the secret>`, and
 * `X-Svc-Event-Id`, which is the same at every attempt. Any response but a 2xx within 5 s is retried for a day. 403
 * quota_exceeded, and email_not_verified until the account's owner has verified their address.
 */
export const handler = route(
  {
    name: 'createWebhook',
    action: 'notifications:CreateWebhook',
    resource: () => 'webhook/*',
    body: webhookInput,
    verified: true,
    dryRun: true,
    reply: newWebhook,
    etag: 'always',
    status: 201,
    spends: true,
  },
  (context, { body }) => createWebhook(context, body),
);
