import type { ListId } from '#lib/client/methods.ts';
import { client } from '#lib/web/api/client.ts';
import { itemsField } from '#lib/web/api/routes.ts';
import { placeOf, places } from '#lib/web/parts/places.ts';
import type { Hit } from './hit.ts';
import { navigate } from './router.ts';

/**
 * What can be done with what a text names, and the account's resources whose name, id or address contains it. A list
 * that the user may not see has none.
 */
export async function resourcesLike(text: string, signal: AbortSignal): Promise<Hit[]> {
  const request = client.request as (operation: ListId, args: object) => Promise<{ body: Record<string, unknown[]> }>;
  const searches = Object.entries(places).map(async ([kind, [list, page]]) => {
    const { body } = await request(list, { query: { q: text, limit: 5 }, signal });
    const items = (body[itemsField(list)] ?? []) as { id?: string; name?: string | null; address?: string }[];
    // Images have the snapshots too, which a search of their own finds.
    const own = items.filter(({ id = '' }) => (placeOf(id)?.[0] ?? list) === list);
    return own.map(({ id, name, address }) => ({
      label: [...new Set([name ?? address ?? id, id].filter(Boolean))].join(' · '),
      kind,
      go: () => navigate(page + encodeURIComponent(id ?? name ?? '')),
    }));
  });
  // What is done is seldom searched for, so its code is not in the first load.
  const doings = import('./doings.ts').then(({ doingsLike }) => doingsLike(text, signal));
  const found = await Promise.allSettled([doings, ...searches]);
  return found.flatMap((one) => (one.status === 'fulfilled' ? one.value : []));
}
