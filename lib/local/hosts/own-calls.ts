import { AsyncLocalStorage } from 'node:async_hooks';

const ofHosts = new AsyncLocalStorage<true>();

/** Does the work of a host's call. */
export const asHostCall = <T>(work: () => Promise<T>): Promise<T> => ofHosts.run(true, work);

/** Whether a host's call is at work. Faults of the table never strike those (docs/emulator.md). */
export const isHostCall = (): boolean => ofHosts.getStore() === true;
