import { useSyncExternalStore } from 'react';
import { SvcError } from '#lib/client/error.ts';

/** Why the account cannot be followed at the moment; undefined while it can. */
let lost: SvcError | undefined;
const listeners = new Set<() => void>();

/** Notes that the platform cannot be asked, or by undefined that it can be again. */
export function setLost(error: SvcError | undefined): void {
  lost = error;
  for (const listen of listeners) listen();
}

/** Notes that this device has no network, before a request fails. */
export const setOffline = (): void =>
  setLost(new SvcError('this device has no network', { code: 'connection_failed' }));

function subscribe(listen: () => void): () => void {
  listeners.add(listen);
  return () => listeners.delete(listen);
}

/** Why what is shown may be old; undefined while it is true. */
export const useLost = (): SvcError | undefined => useSyncExternalStore(subscribe, () => lost);
