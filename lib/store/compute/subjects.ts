import { type Key, keys } from '#lib/store/keys.ts';
import type { Listed } from '#lib/store/platform/nouns.ts';
import { get } from '#lib/store/platform/read.ts';

/** What an operation holds while it lasts: an instance, a volume or a snapshot. */
export interface Subject {
  id: string;
  host_id: string;
  operation: { id: string; kind: string } | null;
}

const nouns: Record<string, Listed> = { i: 'instance', vol: 'volume', snap: 'snapshot' };

/** The key of an instance, volume or snapshot, by its id. */
export function subjectKey(account: string, id: string): Key {
  const noun = nouns[id.slice(0, id.indexOf('-'))];
  if (!noun) throw new Error(`${id} is nothing that an operation could hold`);
  return keys.listed(account, noun, id);
}

export const getSubject = (account: string, id: string) => get<Subject>(subjectKey(account, id));
