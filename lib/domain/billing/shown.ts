import { civilNow } from '#lib/drivers/clocks/civil.ts';
import type { OrderRecord } from '#lib/store/billing/orders.ts';
import type { Item } from '#lib/store/platform/read.ts';
import { toMandate } from './autopay/resource.ts';
import { toSubscription } from './subscriptions/resource.ts';
import { toOrder } from './topups/resource.ts';

/** Shows records as their GET does: the data of events. A new invoice has no document yet. */
export const shownRecords = {
  order: (record: Item) => toOrder(record as OrderRecord, civilNow()),
  invoice: ({ name: _, ...invoice }: Item) => ({ ...invoice, document: null }),
  mandate: (record: Item) => toMandate(record as Parameters<typeof toMandate>[0]),
  subscription: (record: Item) => toSubscription(record as Parameters<typeof toSubscription>[0]),
  account: ({ account_id, status }: Item) => ({ account_id, status }),
};
