import { setTimeout as wait } from 'node:timers/promises';
import { type Answer, post as send, signed as sign } from '#lib/drivers/webhooks/post.ts';
import { strikeOf } from '#lib/local/dev/faults/ask.ts';
import type { StruckFault } from '#lib/model/platform/faults.ts';

export const signed = sign;

/** Seconds that a receiver has to answer. */
const PATIENCE = 5;

/** Sends JSON to a URL, as the driver does, unless a fault has its receiver fail. It never throws. */
export async function post(url: string, body: string, headers: Record<string, string>): Promise<Answer> {
  const from = performance.now();
  const { 'x-svc-event': type = '', 'x-svc-event-id': id = '' } = headers;
  const struck = await strikeOf({ where: 'webhook', subject: { names: [type], ids: [url, id] } });
  if (!struck) return send(url, body, headers);
  const answer = await answerOf(struck, () => send(url, body, headers));
  return { ...answer, duration_ms: Math.round(performance.now() - from) };
}

type Failure = Pick<Answer, 'status' | 'error'>;

/** What the platform sees of a receiver that fails in this way. */
async function answerOf({ outcome, after_seconds }: StruckFault, really: () => Promise<Answer>): Promise<Failure> {
  if (outcome === 'refused') return { status: null, error: 'the connection was refused' };
  if (outcome === 'error') return { status: 500, error: 'answered 500' };
  if (outcome === 'throttled') return { status: 429, error: 'answered 429' };
  const answer = await really();
  if (outcome === 'lost_reply') return { status: null, error: 'the connection was reset' };
  const late = after_seconds ?? 0;
  await wait(Math.min(late, PATIENCE) * 1000);
  return late < PATIENCE ? answer : { status: null, error: `no answer within ${PATIENCE} seconds` };
}
