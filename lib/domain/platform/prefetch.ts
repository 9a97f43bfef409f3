import type { Principal } from '#lib/model/platform/principal.ts';

/** A record that was read in one call with the caller, by its id; `record` is undefined where there was none. */
export interface Prefetched {
  id: string;
  record: object | undefined;
}

const read = new WeakMap<Principal, Prefetched>();

/** Keeps a prefetched record for as long as the request has the principal. */
export function keepPrefetched(principal: Principal, prefetched: Prefetched | undefined): Principal {
  if (prefetched) read.set(principal, prefetched);
  return principal;
}

/** The prefetched record of this id; undefined where the request did not prefetch it. */
export function prefetched(principal: Principal, id: string): Prefetched | undefined {
  const found = read.get(principal);
  return found?.id === id ? found : undefined;
}
