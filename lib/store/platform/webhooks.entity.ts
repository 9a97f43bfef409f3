import * as z from 'zod';
import { delivery, webhook } from '#lib/model/platform/webhook.ts';
import { entity } from '#lib/store/entity.ts';

export const webhookRecord = z.strictObject({
  id: z.string(),
  account_id: z.string(),
  url: z.string(),
  description: z.string().nullable(),
  event_types: webhook.shape.event_types,
  /** The signing secret, sealed. */
  secret: z.string(),
  /** When it was created (real clock, epoch milliseconds). It gets only events that were committed later. */
  since: z.number().exactOptional(),
  status: z.enum(['active', 'disabled']),
  status_reason: z.string().nullable(),
  /** The number of failed attempts since the last success. */
  failures: z.number(),
  /** The account's generation when the webhook was created. A webhook of an earlier generation gets no events. */
  account_generation: z.number().exactOptional(),
  /** Changes by clients raise it; attempts to deliver do not. Absent in older records. */
  version: z.number().exactOptional(),
  created_at: z.string(),
  updated_at: z.string(),
});

/** The last attempts of a webhook, newest first. */
export const deliveryLog = z.strictObject({
  attempts: z.array(delivery),
  version: z.number(),
});

export const entities = {
  webhook: entity({
    about: 'webhook',
    pk: 'A#<account>#webhook',
    sk: '<webhook>',
    read: 'GET /auth/webhooks; deliveries',
    version: 'version',
    record: webhookRecord,
  }),
  deliveryLog: entity({
    about: 'delivery log',
    pk: 'A#<account>#webhook',
    sk: '<webhook>#LOG',
    read: 'GET /auth/webhooks',
    version: 'version',
    record: deliveryLog,
  }),
};
