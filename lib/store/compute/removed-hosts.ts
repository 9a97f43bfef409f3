import type { Stored } from '#lib/store/entity.ts';
import { keys } from '#lib/store/keys.ts';
import { get, queryAll } from '#lib/store/platform/read.ts';
import { put, remove, type Write } from '#lib/store/platform/write.ts';
import type { removedHost } from './removed-hosts.entity.ts';

/*
 * Removed hosts on which operations still held something. They are no longer in the directory, so each has its own
 * item.
 */

/** The part of its offer that is needed to settle the rest. */
export type RemovedHost = Stored<typeof removedHost>;

/** Records that not everything on a removed host is settled. */
export const noteRemoved = ({ host_id, address_pool }: RemovedHost): Write =>
  put({ ...keys.removedHost(host_id), host_id, address_pool });

export const getRemoved = (host: string) => get(keys.removedHost(host));

export const removedHosts = (): Promise<RemovedHost[]> => queryAll({ pk: keys.removedHost('').pk });

/** Deletes the record of a host on which nothing is left. */
export const forgetRemoved = (host: string): Write => remove(keys.removedHost(host));
