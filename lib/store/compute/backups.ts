import type { Share } from '#lib/model/platform/spread.ts';
import type { Stored } from '#lib/store/entity.ts';
import { backupIndex, shardOf } from '#lib/store/indexes.ts';
import { keys } from '#lib/store/keys.ts';
import { batchGet, due, get } from '#lib/store/platform/read.ts';
import { firstOfPlaces } from '#lib/store/platform/shards.ts';
import { create, put, remove, type Write } from '#lib/store/platform/write.ts';
import type { backupRecord } from './backups.entity.ts';

export type BackupRecord = Stored<typeof backupRecord>;

export const getBackup = (account: string, instance: string) => get(keys.backup(account, instance));

/** An instance and its schedule, in one strong read. */
export async function readBackup(account: string, id: string) {
  const [instance, backup] = await batchGet([keys.listed(account, 'instance', id), keys.backup(account, id)]);
  return { instance, backup };
}

const backupShard = ({ instance_id }: Pick<BackupRecord, 'instance_id'>) => shardOf(backupIndex, instance_id);

const itemOf = (record: BackupRecord) => ({
  // The spread record comes first, since its index keys are those of the time when it was read.
  ...record,
  ...keys.backup(record.account_id, record.instance_id),
  gsi1pk: record.due_at ? backupShard(record) : undefined,
  gsi1sk: record.due_at ? `${record.due_at}#${record.instance_id}` : undefined,
});

/** Creates or replaces a schedule. Throws what `refuse` returns where it was changed since it was read. */
export function putBackup(known: BackupRecord | undefined, next: BackupRecord, refuse?: () => Error): Write {
  if (!known) return create(itemOf({ ...next, version: 1 }), refuse);
  return put(itemOf({ ...next, version: known.version + 1 }), [['version', '=', known.version]], refuse);
}

export const removeBackup = (account: string, instance: string): Write => remove(keys.backup(account, instance));

/** The schedules that are due at this moment (RFC 3339), oldest first. */
export const dueBackups = (now: string) => ({ ...due(backupIndex, `${now}#~`, backupShard), limit: 500 });

/** When the next schedule is due; null where there is none. */
export async function nextBackup(share: Share): Promise<string | null> {
  return (await firstOfPlaces(backupIndex, share))?.due_at ?? null;
}
