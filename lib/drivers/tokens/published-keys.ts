import { type Jwks, parseJwks } from './key-set.ts';

/** Milliseconds for which a published key set is taken as it was read, and after which an unknown key may have it read again. */
const lasts = 300_000;
const atMost = 5_000;
const patience = 5_000;

interface Published {
  text: string;
  keys: Jwks;
  read_at: number;
}

const known = new Map<string, Published>();

/**
 * The key set published at a URL; `fresh` reads it again, though not more than once in five seconds, whatever tokens come.
 * Rejects where nothing was ever read; while the place does not answer, what was read last counts.
 */
export async function publishedJwks(url: string, fresh = false): Promise<Jwks> {
  const before = known.get(url);
  const age = before ? performance.now() - before.read_at : Number.POSITIVE_INFINITY;
  if (before && age < (fresh ? atMost : lasts)) return before.keys;
  try {
    return await read(url, before);
  } catch (error) {
    if (before) return before.keys;
    throw error;
  }
}

async function read(url: string, before: Published | undefined): Promise<Jwks> {
  const reply = await fetch(url, { signal: AbortSignal.timeout(patience), redirect: 'error' });
  if (!reply.ok) throw new Error(`SVC_JWKS: ${url} answers ${reply.status}`);
  const text = await reply.text();
  // The same object as long as the keys are the same.
  const keys = before?.text === text ? before.keys : parseJwks(text);
  known.set(url, { text, keys, read_at: performance.now() });
  return keys;
}
