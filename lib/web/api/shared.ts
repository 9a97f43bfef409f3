import { useSyncExternalStore } from 'react';

/** A value that anything may set, and that components which `use` it then show. */
export function shared<T>(first: T) {
  let value = first;
  const listeners = new Set<() => void>();
  const subscribe = (listen: () => void) => {
    listeners.add(listen);
    return () => listeners.delete(listen);
  };
  const get = () => value;
  return {
    get,
    set(next: T) {
      value = next;
      for (const listen of listeners) listen();
    },
    use: () => useSyncExternalStore(subscribe, get),
  };
}
