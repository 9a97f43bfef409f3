import type { Item } from '#lib/store/platform/read.ts';
import type { WebhookRecord } from '#lib/store/platform/webhooks.ts';
import { toWebhook } from './resource.ts';

/** Shows records as their GET does, without secrets and deliveries: the data of events. */
export const shownRecords = {
  webhook: (record: Item) =>
    toWebhook({ webhook: record as WebhookRecord, log: { attempts: [], version: 0 }, revoked: false }),
};
