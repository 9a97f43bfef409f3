import { handler as create } from '#functions/auth/webhooks/create.ts';
import { handler as list } from '#functions/auth/webhooks/list.ts';
import type { NewWebhook, Webhook } from '#lib/model/platform/webhook.ts';
import { keys } from '#lib/store/keys.ts';
import type { Item } from '#lib/store/platform/read.ts';
import { transact, update } from '#lib/store/platform/write.ts';
import { call } from '#lib/testing/functions/call.ts';
import { allItems } from '#lib/testing/functions/items.ts';

interface Caller {
  bearer: string;
}

/** A webhook of an account, by POST /auth/webhooks. */
export const hook = async ({ bearer }: Caller, url: string, event_types?: string[]): Promise<NewWebhook> =>
  (await call(create, { bearer, body: { url, ...(event_types && { event_types }) } })).body;

/** A webhook as GET /auth/webhooks shows it. */
export const shown = async ({ bearer }: Caller, id: string): Promise<Webhook> =>
  (await call(list, { bearer })).body.webhooks.find((one: Webhook) => one.id === id);

/** The types of the events that a receiver got. */
export const typesOf = (received: { body: string }[]): string[] => received.map(({ body }) => JSON.parse(body).type);

/** The events of an account that are still on their way. */
export const waiting = async (account: string): Promise<Item[]> =>
  (await allItems()).filter(({ pk, account_id }) => pk.startsWith('NEWS#') && account_id === account);

/** Makes everything that waits due, as if its time had come. */
export async function comeDue(account: string): Promise<void> {
  for (const { event_id, webhook_id } of await waiting(account)) {
    await transact([update(keys.delivery(event_id, webhook_id), { set: { gsi1sk: '0'.repeat(15) } })]);
  }
}
