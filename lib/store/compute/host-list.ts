import { byAge, hostIndex } from '#lib/store/indexes.ts';
import { keys } from '#lib/store/keys.ts';
import { query } from '#lib/store/platform/read.ts';
import { type HostEntry, readHosts } from './directory.ts';
import type { HostRecord } from './hosts.ts';

/* Hosts as operators list them: by age, whatever their state. */

/** What is stored of a host, and what it offers; nothing is offered before its first start. */
export interface KnownHost {
  record: HostRecord;
  entry: HostEntry | undefined;
}

/** Where a page of hosts begins: after this one. */
export type HostPlace = Pick<HostRecord, 'host_id' | 'created_at'>;

/** Hosts by age, from the one after `after` on. The index may be slightly behind. */
export async function hostsByAge(range: {
  newestFirst: boolean;
  limit: number;
  after: HostPlace | undefined;
}): Promise<{ hosts: KnownHost[]; isMore: boolean }> {
  const { newestFirst, limit, after } = range;
  const from = after && { ...keys.host(after.host_id), ...byAge(hostIndex, after.host_id, after.created_at ?? '') };
  const page = await query({ pk: hostIndex, index: 'gsi1', newestFirst, limit, after: from });
  return { hosts: await withEntries(page.items), isMore: page.last !== undefined };
}

/** These hosts with what they offer. */
export async function withEntries(records: readonly HostRecord[]): Promise<KnownHost[]> {
  if (records.length === 0) return [];
  const entries = new Map((await readHosts(records.map(({ host_id }) => host_id))).map((one) => [one.host_id, one]));
  return records.map((record) => ({ record, entry: entries.get(record.host_id) }));
}
