import { retryOnConflict } from '#lib/domain/platform/retry.ts';
import { rfc3339 } from '#lib/drivers/clocks/civil.ts';
import { realNow } from '#lib/drivers/clocks/real.ts';
import { deliveryMark } from '#lib/drivers/webhooks/delivery.ts';
import { type Answer, post, signed } from '#lib/drivers/webhooks/post.ts';
import { notFound } from '#lib/model/platform/errors.ts';
import { newId } from '#lib/model/platform/ids.ts';
import type { Delivery } from '#lib/model/platform/webhook.ts';
import {
  beginAttempt,
  type DeliveryRecord,
  endDelivery,
  keepDelivered,
  postponeDelivery,
  type WebhookEventRecord,
} from '#lib/store/platform/deliveries.ts';
import { getWebhook, noteAttempt, type WebhookRecord } from '#lib/store/platform/webhooks.ts';
import { transact } from '#lib/store/platform/write.ts';
import { openSecret } from './resource.ts';

const minute = 60_000;

/**
 * Milliseconds from each failed attempt to the next. After the last entry there is no further attempt; all take about a
 * day.
 */
const backoff = [1, 5, 15, 60, 180, 360, 720].map((minutes) => minutes * minute);

/**
 * Milliseconds after which an attempt without a recorded outcome is repeated. This is longer than one attempt takes.
 */
const lease = minute;

/** The number of consecutive failed attempts after which a webhook is disabled. */
const maxFailures = 20;

/** The number of attempts that a webhook's log keeps. */
const logLength = 20;

/**
 * Makes the next attempt at a delivery, unless another process has begun it. Ends the delivery where the webhook is
 * deleted, disabled or revoked.
 */
export async function deliver(record: DeliveryRecord): Promise<void> {
  const found = await getWebhook(record.account_id, record.webhook_id);
  if (found?.webhook.status !== 'active' || found.revoked) return transact([endDelivery(record)]);
  const at = realNow();
  if (!(await beginAttempt(record, at.getTime() + lease))) return;
  const answer = await attempt(found.webhook, record, at);
  await recordOutcome({ ...record, attempts: record.attempts + 1 }, answer, at);
}

async function attempt(webhook: WebhookRecord, { event_id, event_type, body }: DeliveryRecord, at: Date) {
  const seconds = Math.floor(at.getTime() / 1000);
  return post(webhook.url, body, {
    [deliveryMark]: event_type,
    'x-svc-event-id': event_id,
    'x-svc-signature': signed(await openSecret(webhook), body, seconds),
  });
}

/** Records the outcome of an attempt: it ends the delivery, schedules the next attempt, or disables the webhook. */
function recordOutcome(record: DeliveryRecord, answer: Answer, at: Date): Promise<void> {
  return retryOnConflict(async () => {
    const found = await getWebhook(record.account_id, record.webhook_id);
    if (found?.revoked !== false) return transact([endDelivery(record)]);
    const ok = answer.error === null;
    const failures = ok ? 0 : found.webhook.failures + 1;
    const disabled = failures >= maxFailures;
    const wait = ok || disabled ? undefined : backoff[record.attempts - 1];
    const again = wait === undefined ? undefined : new Date(at.getTime() + wait);
    const log = [line(record, answer, at, again), ...found.log.attempts].slice(0, logLength);
    const reason = `${failures} deliveries in a row failed; set its status to active once it answers`;
    await transact([
      ...noteAttempt(found, log, {
        failures,
        ...(disabled && { status: 'disabled', status_reason: reason, updated_at: rfc3339(at) }),
      }),
      ...(again
        ? [postponeDelivery(record, again.getTime())]
        : [endDelivery(record), keepDelivered(record, at.getTime())]),
    ]);
  });
}

/**
 * Sends an event to a webhook once, in addition to its regular deliveries, and records the outcome in the webhook's
 * log. A failure neither disables the webhook nor causes a retry. Returns the delivery.
 */
export async function sendOnce(account_id: string, webhook_id: string, event: WebhookEventRecord): Promise<Delivery> {
  const at = realNow();
  const first = await getWebhook(account_id, webhook_id);
  if (!first) throw notFound('webhook', webhook_id);
  const record = { ...event, webhook_id, attempts: 1 };
  const delivery = line(record, await attempt(first.webhook, record, at), at, undefined);
  await retryOnConflict(async () => {
    const found = await getWebhook(account_id, webhook_id);
    if (!found) return;
    const log = [delivery, ...found.log.attempts].slice(0, logLength);
    await transact([...noteAttempt(found, log, {}), keepDelivered(record, at.getTime())]);
  });
  return delivery;
}

const line = (record: DeliveryRecord, answer: Answer, at: Date, again: Date | undefined): Delivery => ({
  id: newId('delivery', at),
  event_id: record.event_id,
  event_type: record.event_type,
  attempt: record.attempts,
  at: rfc3339(at),
  status: answer.error === null ? 'succeeded' : 'failed',
  response_status: answer.status,
  error: answer.error,
  duration_ms: answer.duration_ms,
  next_attempt_at: again ? rfc3339(again) : null,
});
