import type { Delivery } from '#lib/model/platform/webhook.ts';
import type { Stored } from '#lib/store/entity.ts';
import { keys } from '#lib/store/keys.ts';
import type { Partition } from '#lib/store/records.ts';
import type { Clause } from './expressions.ts';
import { generationOf, isOfGeneration } from './generations.ts';
import { batchGet, type Found, queryAll } from './read.ts';
import type { deliveryLog, webhookRecord } from './webhooks.entity.ts';
import { changing, create, put, remove, update, type Write } from './write.ts';

export type WebhookRecord = Stored<typeof webhookRecord>;

/** The last attempts of a webhook, newest first. */
export type DeliveryLog = Stored<typeof deliveryLog>;

/** A webhook with its last deliveries. */
export interface Logged {
  webhook: WebhookRecord;
  log: DeliveryLog;
  /** Whether it belongs to an earlier generation of the account. */
  revoked: boolean;
}

const none: DeliveryLog = { attempts: [], version: 0 };
const keyOf = ({ account_id, id }: Pick<WebhookRecord, 'account_id' | 'id'>) => keys.webhook(account_id, id);
const logOf = ({ account_id, id }: Pick<WebhookRecord, 'account_id' | 'id'>) => keys.deliveryLog(account_id, id);

/** Every webhook of an account in this generation. There are few, so they are read at once. */
export async function webhooksOf(account: string, generation: number): Promise<Logged[]> {
  const pk: Partition<WebhookRecord | DeliveryLog> = keys.webhook(account, '').pk;
  const items = await queryAll({ pk });
  const logs = new Map(items.filter(isLog).map((log) => [log.sk, log]));
  return items.filter(isWebhook).map((webhook) => ({
    webhook,
    log: logs.get(logOf(webhook).sk) ?? none,
    revoked: !isOfGeneration(webhook, generation),
  }));
}

type OfWebhook = Found<WebhookRecord | DeliveryLog>;
const isLog = (item: OfWebhook): item is Found<DeliveryLog> => item.sk.endsWith('#LOG');
const isWebhook = (item: OfWebhook): item is Found<WebhookRecord> => !isLog(item);

/** One webhook with its log, by one strong read. */
export async function getWebhook(account_id: string, id: string): Promise<Logged | undefined> {
  const [webhook, log = none, owner] = await batchGet([
    keyOf({ account_id, id }),
    logOf({ account_id, id }),
    keys.account(account_id),
  ]);
  const generation = generationOf(owner);
  return webhook && { webhook, log, revoked: !isOfGeneration(webhook, generation) };
}

const subject = (record: WebhookRecord) => ({ ...record, name: record.description });

export const putWebhook = (record: WebhookRecord): Write =>
  changing('webhook', undefined, subject(record), create({ ...keyOf(record), ...record }));

/** A webhook's version for clients; 1 for a record without one. */
export const webhookVersion = ({ version }: WebhookRecord): number => version ?? 1;

const sameVersion = ({ version }: WebhookRecord): Clause<WebhookRecord> =>
  version === undefined ? ['version', 'absent'] : ['version', '=', version];

/** Changes a webhook. Stale where it was deleted, or where an attempt has changed its status or failures meanwhile. */
export const changeWebhook = (record: WebhookRecord, change: Partial<WebhookRecord>): Write =>
  changing(
    'webhook',
    subject(record),
    subject({ ...record, ...change }),
    update(keyOf(record), { set: change }, [
      ['pk', 'exists'],
      ['failures', '=', record.failures],
      ['status', '=', record.status],
      ['updated_at', '=', record.updated_at],
      sameVersion(record),
    ]),
  );

/** Deletes a webhook with its log. Stale where a client has changed or deleted it since it was read. */
export const removeWebhook = (webhook: WebhookRecord): Write[] => [
  changing('webhook', subject(webhook), undefined, remove(keyOf(webhook), [['pk', 'exists'], sameVersion(webhook)])),
  remove(logOf(webhook)),
];

/** Records an attempt and its effect on the webhook. Refused where webhook or log changed since they were read. */
export const noteAttempt = (
  { webhook, log }: Logged,
  attempts: Delivery[],
  change: Partial<Pick<WebhookRecord, 'failures' | 'status' | 'status_reason' | 'updated_at'>>,
): Write[] => [
  changing(
    'webhook',
    subject(webhook),
    subject({ ...webhook, ...change }),
    update(keyOf(webhook), { set: change }, [
      ['failures', '=', webhook.failures],
      ['status', '=', webhook.status],
    ]),
  ),
  put(
    { ...logOf(webhook), attempts, version: log.version + 1 },
    log.version === 0 ? [['pk', 'absent']] : [['version', '=', log.version]],
  ),
];
