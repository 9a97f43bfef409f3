import { setTimeout as wait } from 'node:timers/promises';
import { type DeliveryHeaders, deliveryMark, noAnswer, patienceSeconds } from '#lib/drivers/webhooks/delivery.ts';
import { type Answer, post as send, signed as sign } from '#lib/drivers/webhooks/post.ts';
import { strikeOf } from '#lib/local/dev/faults/ask.ts';
import { isOwnDoor } from '#lib/local/own-doors.ts';
import type { StruckFault } from '#lib/model/platform/faults.ts';

export const signed = sign;

/**
 * Sends JSON to a URL, as the driver does, unless a fault has its receiver fail. Nothing is sent to where the platform
 * itself listens. It never throws.
 */
export async function post(url: string, body: string, headers: DeliveryHeaders): Promise<Answer> {
  const from = performance.now();
  const { [deliveryMark]: type, 'x-svc-event-id': id = '' } = headers;
  const struck = await strikeOf({ where: 'webhook', subject: { names: [type], ids: [url, id] } });
  const really = () => send(url, body, headers, isOwnDoor);
  if (!struck) return really();
  const answer = await answerOf(struck, really);
  return { ...answer, duration_ms: Math.round(performance.now() - from) };
}

type Failure = Pick<Answer, 'status' | 'error'>;

/** What the platform sees of a receiver that fails in this way. */
async function answerOf({ outcome, after_seconds }: StruckFault, really: () => Promise<Answer>): Promise<Failure> {
  if (outcome === 'refused') return { status: null, error: noAnswer };
  if (outcome === 'error') return { status: 500, error: 'answered 500' };
  if (outcome === 'throttled') return { status: 429, error: 'answered 429' };
  const answer = await really();
  if (outcome === 'lost_reply') return { status: null, error: noAnswer };
  const late = after_seconds ?? 0;
  await wait(Math.min(late, patienceSeconds) * 1000);
  return late < patienceSeconds ? answer : { status: null, error: noAnswer };
}
