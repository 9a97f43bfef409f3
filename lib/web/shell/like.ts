import type { ListId } from '#lib/client/methods.ts';
import { client } from '#lib/web/api/client.ts';
import { itemsField } from '#lib/web/api/routes.ts';
import { distance } from './rank.ts';

/** What all lists say of an item, as far as they do. */
export interface Named {
  readonly id?: string;
  readonly name?: string | null;
  readonly address?: string;
}

/** Milliseconds without another letter after which a text may be a name with a wrong letter in it. */
const PAUSE_MS = 300;
/** Letters of a name in which one may be wrong, and how many names that begin like it are looked at. */
const [least, most] = [4, 100];
/** How many of a list are offered. */
const few = 5;

/** The items of a list whose name, id or address contains a text. */
export async function itemsLike(list: ListId, q: string, signal: AbortSignal, limit = few): Promise<Named[]> {
  const request = client.request as (operation: ListId, args: object) => Promise<{ body: Record<string, Named[]> }>;
  const { body } = await request(list, { query: { limit, ...(q && { q }) }, signal });
  return body[itemsField(list)] ?? [];
}

/** The items of a list whose names a text may mean that has a wrong letter after its first. */
export async function itemsNearly(list: ListId, q: string, signal: AbortSignal): Promise<Named[]> {
  if (q.length < least) return [];
  await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  signal.throwIfAborted();
  const all = await itemsLike(list, q.slice(0, 1), signal, most);
  return all.filter(({ name }) => name && distance(q, name) !== undefined).slice(0, few);
}
