import { byAge, hostIndex } from '#lib/store/indexes.ts';
import { keys } from '#lib/store/keys.ts';
import type { Rows, Stretch } from '#lib/store/platform/lists.ts';
import { query } from '#lib/store/platform/read.ts';
import { type HostEntry, readHosts } from './directory.ts';
import type { HostRecord } from './hosts.ts';

/* Hosts as operators list them: by age, in any state. */

/** The stored record of a host and its offer. A host offers nothing before its first start. */
export interface KnownHost {
  record: HostRecord;
  entry: HostEntry | undefined;
}

/** Hosts by age, starting after `after` (id and time of creation). The index may be slightly behind. */
export async function hostsByAge({ after, ...stretch }: Stretch): Promise<Rows<KnownHost>> {
  const from = after && { ...keys.host(after.id), ...byAge(hostIndex, after.id, after.name) };
  const page = await query({ pk: hostIndex, index: 'gsi1', ...stretch, after: from });
  return { rows: await withEntries(page.items), isMore: page.last !== undefined };
}

/** These hosts with what they offer. */
export async function withEntries(records: readonly HostRecord[]): Promise<KnownHost[]> {
  if (records.length === 0) return [];
  const entries = new Map((await readHosts(records.map(({ host_id }) => host_id))).map((one) => [one.host_id, one]));
  return records.map((record) => ({ record, entry: entries.get(record.host_id) }));
}
