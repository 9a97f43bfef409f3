import { forEach } from '#lib/domain/platform/operations/for-each.ts';
import { accountOfUnplaced, accountsWithUnplaced } from '#lib/store/platform/feed.ts';
import { type Placing, placeEvents } from './place.ts';

/** Places the unplaced events of every account. */
export async function placeAllEvents(placing: Placing): Promise<{ next_at: null }> {
  await forEach(accountsWithUnplaced(), (account) => placeEvents(account, placing));
  return { next_at: null };
}

/** Places the events of the accounts with these partition keys, which the table's stream reports. */
export async function placeNewEvents(keys: readonly string[], placing: Placing): Promise<void> {
  for (const account of keys.flatMap((key) => accountOfUnplaced(key) ?? [])) await placeEvents(account, placing);
}
