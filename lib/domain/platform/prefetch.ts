import type { Principal } from '#lib/model/platform/principal.ts';

/** A record that was read in one call with the caller, by its id; without a record where there was none. */
export interface Prefetched {
  id: string;
  record: object | undefined;
}

const read = new WeakMap<Principal, Prefetched>();

/** Keeps what was read together with a principal for as long as their request. */
export function keepPrefetched(principal: Principal, prefetched: Prefetched | undefined): Principal {
  if (prefetched) read.set(principal, prefetched);
  return principal;
}

/** What was read of a record together with its caller; undefined where it was not asked for then. */
export function prefetched(principal: Principal, id: string): Prefetched | undefined {
  const found = read.get(principal);
  return found?.id === id ? found : undefined;
}
