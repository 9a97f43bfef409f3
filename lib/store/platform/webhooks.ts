import type { Delivery, EventType } from '#lib/model/platform/webhook.ts';
import { keys } from '#lib/store/keys.ts';
import { batchGet, few, type Item } from './read.ts';
import { create, put, type Refusal, remove, update, type Write } from './write.ts';

export interface WebhookRecord {
  id: string;
  account_id: string;
  url: string;
  description: string | null;
  event_types: EventType[];
  /** What signs, sealed. */
  secret: string;
  status: 'active' | 'disabled';
  status_reason: string | null;
  /** Attempts that failed since the last that succeeded. */
  failures: number;
  created_at: string;
  updated_at: string;
}

/** The last attempts of a webhook, newest first. */
export interface DeliveryLog {
  attempts: Delivery[];
  version: number;
}

/** A webhook with what became of its last deliveries. */
export interface Logged {
  webhook: WebhookRecord;
  log: DeliveryLog;
}

const none: DeliveryLog = { attempts: [], version: 0 };
const keyOf = ({ account_id, id }: Pick<WebhookRecord, 'account_id' | 'id'>) => keys.webhook(account_id, id);
const logOf = ({ account_id, id }: Pick<WebhookRecord, 'account_id' | 'id'>) => keys.deliveryLog(account_id, id);

/** Every webhook of an account; few, so that they are read at once. */
export async function webhooksOf(account: string): Promise<Logged[]> {
  const items = await few({ pk: keys.webhook(account, '').pk });
  const logs = new Map(items.filter(isLog).map((item) => [item.sk, item as unknown as DeliveryLog]));
  return items
    .filter((item) => !isLog(item))
    .map((item) => ({ webhook: item as WebhookRecord & Item, log: logs.get(logOf(item as WebhookRecord).sk) ?? none }));
}

const isLog = (item: Item): boolean => String(item.sk).endsWith('#LOG');

/** One webhook with its log, by one strong read. */
export async function getWebhook(account_id: string, id: string): Promise<Logged | undefined> {
  const [webhook, log] = await batchGet([keyOf({ account_id, id }), logOf({ account_id, id })]);
  return webhook && { webhook: webhook as WebhookRecord, log: (log ?? none) as DeliveryLog };
}

export const putWebhook = (record: WebhookRecord): Write => create({ ...keyOf(record), ...record });

/** Deletes a webhook with its log; `absent` is thrown where it is not there. */
export const removeWebhook = (webhook: Pick<WebhookRecord, 'account_id' | 'id'>, absent: Refusal): Write[] => [
  remove(keyOf(webhook), [['pk', 'exists']], absent),
  remove(logOf(webhook)),
];

/** Notes an attempt, and what it means for the webhook, if both are as they were read. */
export const noteAttempt = (
  { webhook, log }: Logged,
  attempts: Delivery[],
  change: Partial<Pick<WebhookRecord, 'failures' | 'status' | 'status_reason' | 'updated_at'>>,
): Write[] => [
  update(keyOf(webhook), { set: change }, [
    ['failures', '=', webhook.failures],
    ['status', '=', webhook.status],
  ]),
  put(
    { ...logOf(webhook), attempts, version: log.version + 1 },
    log.version === 0 ? [['pk', 'absent']] : [['version', '=', log.version]],
  ),
];
