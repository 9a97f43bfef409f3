import { AsyncLocalStorage } from 'node:async_hooks';

const ofStream = new AsyncLocalStorage<true>();

/**
 * Does the work of a task that was woken. In the cloud the table's stream starts it with the keys of what was written;
 * here it finds them in the index, which never lags for it.
 */
export const asStream = <T>(work: () => Promise<T>): Promise<T> => ofStream.run(true, work);

/** Whether a woken task is at work. */
export const isStream = (): boolean => ofStream.getStore() === true;
