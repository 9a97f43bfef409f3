import { forEachDue } from '#lib/domain/platform/operations/for-each.ts';
import { civilNow, rfc3339 } from '#lib/drivers/clocks/civil.ts';
import { accountOfUnplaced, dueUnplaced } from '#lib/store/platform/feed.ts';
import { type Placing, placeEvents } from './place.ts';

/** Places the unplaced events of every account. */
export async function placeAllEvents(placing: Placing): Promise<{ next_at: string | null }> {
  const seen = new Set<string>();
  const isDone = await forEachDue(dueUnplaced(), async ({ account_id }) => {
    if (seen.has(account_id)) return;
    seen.add(account_id);
    await placeEvents(account_id, placing);
  });
  return { next_at: isDone ? null : rfc3339(civilNow()) };
}

/** Places the events of the accounts with these partition keys, which the table's stream reports. */
export async function placeNewEvents(keys: readonly string[], placing: Placing): Promise<void> {
  for (const account of keys.flatMap((key) => accountOfUnplaced(key) ?? [])) await placeEvents(account, placing);
}
