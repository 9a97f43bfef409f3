import { placeOf, places } from '#lib/web/parts/places.ts';
import type { Hit } from './hit.ts';
import { itemsLike, itemsNearly } from './like.ts';
import { navigate } from './router.ts';

/**
 * What can be done with what a text names, and the account's resources whose name, id or address contains it. A list
 * that the user may not see has none. Where there is nothing and `isForgiving`, names count that are nearly so.
 */
export async function resourcesLike(text: string, signal: AbortSignal, isForgiving: boolean): Promise<Hit[]> {
  const found = await search(text, signal, itemsLike);
  return found.length > 0 || !isForgiving ? found : search(text, signal, itemsNearly);
}

async function search(text: string, signal: AbortSignal, items: typeof itemsNearly): Promise<Hit[]> {
  const searches = Object.entries(places).map(async ([kind, [list, page]]) => {
    // Images have the snapshots too, which a search of their own finds.
    const own = (await items(list, text, signal)).filter(({ id = '' }) => (placeOf(id)?.[0] ?? list) === list);
    return own.map(({ id, name, address }) => ({
      label: [...new Set([name ?? address ?? id, id].filter(Boolean))].join(' · '),
      kind: kind === 'group' ? 'auto scaling group' : kind,
      rank: 'resource' as const,
      isFound: true,
      go: () => navigate(page + encodeURIComponent(id ?? name ?? '')),
    }));
  });
  // What is done is seldom searched for, so its code is not in the first load.
  const doings = import('./doings.ts').then(({ doingsLike }) => doingsLike(text, signal, items));
  const found = await Promise.allSettled([doings, ...searches]);
  return found.flatMap((one) => (one.status === 'fulfilled' ? one.value : []));
}
