import type { Stored } from '#lib/store/entity.ts';
import { keys } from '#lib/store/keys.ts';
import { get, queryAll } from '#lib/store/platform/read.ts';
import { put, remove, type Write } from '#lib/store/platform/write.ts';
import type { removedHost } from './removed-hosts.entity.ts';

/* Removed hosts of which operations still held something. They are in no directory, so each is noted by itself. */

/** What of its offer is needed to settle the rest. */
export type RemovedHost = Stored<typeof removedHost>;

/** Notes that not all that was on a host is settled. */
export const noteRemoved = ({ host_id, address_pool }: RemovedHost): Write =>
  put({ ...keys.removedHost(host_id), host_id, address_pool });

export const getRemoved = (host: string) => get(keys.removedHost(host));

export const removedHosts = (): Promise<RemovedHost[]> => queryAll({ pk: keys.removedHost('').pk });

/** Forgets a host of which nothing is left. */
export const forgetRemoved = (host: string): Write => remove(keys.removedHost(host));
