import type { ListId } from '#lib/client/methods.ts';
import { client } from '#lib/web/api/client.ts';
import { itemsField } from '#lib/web/api/routes.ts';
import { places } from '#lib/web/parts/places.ts';

/** Something that the palette found. */
export interface Hit {
  readonly label: string;
  readonly kind: string;
  /** The page that shows it. */
  readonly to: string;
}

/** The account's resources whose name, id or address contains a text. A list that the user may not see has none. */
export async function resourcesLike(text: string, signal: AbortSignal): Promise<Hit[]> {
  const request = client.request as (operation: ListId, args: object) => Promise<{ body: Record<string, unknown[]> }>;
  const searches = Object.entries(places).map(async ([kind, [list, page]]) => {
    const { body } = await request(list, { query: { q: text, limit: 5 }, signal });
    const items = (body[itemsField(list)] ?? []) as { id?: string; name?: string | null; address?: string }[];
    return items.map(({ id, name, address }) => ({
      label: [...new Set([name ?? address ?? id, id].filter(Boolean))].join(' · '),
      kind,
      to: page + encodeURIComponent(id ?? name ?? ''),
    }));
  });
  return (await Promise.allSettled(searches)).flatMap((one) => (one.status === 'fulfilled' ? one.value : []));
}
