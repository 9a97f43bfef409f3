import { civilNow, rfc3339 } from '#lib/drivers/clocks/civil.ts';
import { realNow } from '#lib/drivers/clocks/real.ts';
import { generationNow } from '#lib/store/platform/generations.ts';
import { type DeliveryRecord, dueDeliveries, dueNews, fanOut, type NewsRecord } from '#lib/store/platform/news.ts';
import { webhooksOf } from '#lib/store/platform/webhooks.ts';
import { deliver } from './deliver.ts';

/** Webhooks that are told at once. */
const atOnce = 20;

/** Deliveries that one scheduled task takes on. */
const atATime = 2000;

/** Milliseconds after which no more attempts are begun: a scheduled task has 29 s, and one attempt may take 5. */
const budget = 20_000;

/**
 * Sends every event on its way to the webhooks that want it, and makes every attempt that is due: one after the other for
 * each webhook, so that it hears of things in order. What there is no time for is left to the next scheduled task.
 */
export async function sendNews(): Promise<{ next_at: string | null }> {
  const started = realNow().getTime();
  const isOver = () => realNow().getTime() > started + budget;
  const due: DeliveryRecord[] = [];
  for await (const news of dueNews(started)) {
    if (isOver()) break;
    due.push(...(await spread(news, started)));
  }
  for await (const record of dueDeliveries(started)) {
    if (due.push(record) >= atATime) break;
  }
  const failures = await inLanes(lanesOf(due), isOver);
  if (failures.length > 0) throw failures[0];
  return { next_at: isOver() ? rfc3339(civilNow()) : null };
}

async function spread(news: NewsRecord, due: number): Promise<DeliveryRecord[]> {
  const generation = await generationNow(news.account_id);
  const wanting = (await webhooksOf(news.account_id, generation)).filter(
    ({ webhook, revoked }) => webhook.status === 'active' && !revoked && webhook.event_types.includes(news.event_type),
  );
  const ids = wanting.map(({ webhook }) => webhook.id);
  return fanOut(news, ids, due);
}

/** What is due for each webhook, in order, once: what was just sent on its way may stand in the index already. */
function lanesOf(due: readonly DeliveryRecord[]): DeliveryRecord[][] {
  const lanes = new Map<string, Map<string, DeliveryRecord>>();
  for (const record of due) {
    const lane = lanes.get(record.webhook_id) ?? new Map<string, DeliveryRecord>();
    lanes.set(record.webhook_id, lane.set(record.event_id, record));
  }
  return [...lanes.values()].map((lane) => [...lane.values()].sort((a, b) => (a.event_id < b.event_id ? -1 : 1)));
}

/** Works the lanes off, so many at once; answers what failed for reasons of ours. */
async function inLanes(lanes: DeliveryRecord[][], isOver: () => boolean): Promise<unknown[]> {
  const failures: unknown[] = [];
  const rest = lanes.values();
  const worker = async () => {
    for (const lane of rest) await work(lane, isOver).catch((error) => failures.push(error));
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return failures;
}

async function work(lane: readonly DeliveryRecord[], isOver: () => boolean): Promise<void> {
  for (const record of lane) {
    if (isOver()) return;
    await deliver(record);
  }
}
