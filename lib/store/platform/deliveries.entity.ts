import * as z from 'zod';
import { delivery } from '#lib/model/platform/webhook.ts';
import { entity } from '#lib/store/entity.ts';

/** An event, committed in the transaction of its cause. It is deleted once it has a delivery for every webhook. */
export const webhookEventRecord = z.strictObject({
  event_id: z.string(),
  account_id: z.string(),
  event_type: delivery.shape.event_type,
  /** The body of the request, the same bytes at every attempt. */
  body: z.string(),
  /** The SRN of its subject. */
  resource: z.string().exactOptional(),
  /** When it was committed (real clock, epoch milliseconds). */
  left_at: z.number().exactOptional(),
});

/** An event to be sent to one webhook. */
export const deliveryRecord = z.strictObject({
  ...webhookEventRecord.shape,
  webhook_id: z.string(),
  /** The number of attempts that have begun. */
  attempts: z.number(),
});

export const entities = {
  webhookEvent: entity({
    about: 'webhook event',
    pk: 'NEWS#<event>',
    sk: 'NEWS',
    index: { name: 'webhookEventIndex', pk: 'NEWS', sk: '<due>' },
    read: 'webhooks schedule',
    record: webhookEventRecord,
  }),
  delivery: entity({
    about: 'delivery',
    pk: 'NEWS#<event>',
    sk: 'TO#<webhook>',
    index: { name: 'deliveryIndex', pk: 'DELIVERY', sk: '<due>' },
    read: 'webhooks schedule',
    record: deliveryRecord,
  }),
  delivered: entity({
    about: 'delivered event',
    pk: 'A#<account>#delivered',
    sk: '<webhook>#<event>',
    read: 'POST …/redeliver',
    expires: 'always',
    record: webhookEventRecord,
  }),
};
