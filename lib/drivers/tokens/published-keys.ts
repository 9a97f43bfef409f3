import { elapsed } from '#lib/drivers/clocks/real.ts';
import { perGeneration } from '#lib/model/platform/generation.ts';
import { type Jwks, parseJwks } from './key-set.ts';

/**
 * In milliseconds: the cache time of a published key set, the shortest time between two reads, and the time limit of
 * one read.
 */
const cacheMs = 300_000;
const rereadMs = 5_000;
const timeoutMs = 5_000;

interface Published {
  text: string;
  keys: Jwks;
  read_at: number;
}

const caches = perGeneration(() => new Map<string, Published>());

/**
 * The key set published at a URL. `reread` reads it again, but at most once in five seconds. While the server fails,
 * the last key set stays in use. Rejects where there is none.
 */
export async function publishedJwks(url: string, reread = false): Promise<Jwks> {
  const before = caches().get(url);
  const age = before ? elapsed() - before.read_at : Number.POSITIVE_INFINITY;
  if (before && age < (reread ? rereadMs : cacheMs)) return before.keys;
  try {
    return await read(url, before);
  } catch (error) {
    if (before) return before.keys;
    throw error;
  }
}

async function read(url: string, before: Published | undefined): Promise<Jwks> {
  const reply = await fetch(url, { signal: AbortSignal.timeout(timeoutMs), redirect: 'error' });
  if (!reply.ok) throw new Error(`SVC_JWKS: ${url} answers ${reply.status}`);
  const text = await reply.text();
  // Keeps the object where the keys are unchanged.
  const keys = before?.text === text ? before.keys : parseJwks(text);
  caches().set(url, { text, keys, read_at: elapsed() });
  return keys;
}
