import type { BackupRun } from '#lib/model/compute/backup-schedule.ts';
import { backupIndex, keys } from '#lib/store/keys.ts';
import { all, batchGet, get, query } from '#lib/store/platform/read.ts';
import { create, put, remove, type Write } from '#lib/store/platform/write.ts';
import type { InstanceRecord } from './instances.ts';

export interface BackupRecord {
  account_id: string;
  instance_id: string;
  enabled: boolean;
  cron: string;
  timezone: string;
  retention_count: number;
  /** When it is due by its cron; null where it is switched off. */
  next_run_at: string | null;
  /** When it is looked at: `next_run_at`, or later where the instance was busy then. */
  due_at: string | null;
  last_run: BackupRun | null;
  version: number;
}

export const getBackup = (account: string, instance: string) => get<BackupRecord>(keys.backup(account, instance));

/** An instance and its schedule, by one strong read. */
export async function readBackup(account: string, id: string) {
  const [instance, backup] = await batchGet([keys.listed(account, 'instance', id), keys.backup(account, id)]);
  return { instance: instance as InstanceRecord | undefined, backup: backup as BackupRecord | undefined };
}

const itemOf = (record: BackupRecord) => ({
  // First: a record that was read brings the index that it had.
  ...record,
  ...keys.backup(record.account_id, record.instance_id),
  gsi1pk: record.due_at ? backupIndex : undefined,
  gsi1sk: record.due_at ? `${record.due_at}#${record.instance_id}` : undefined,
});

/** Writes a schedule in place of the one that was read, or of none; refuses as told where that is no longer so. */
export function putBackup(known: BackupRecord | undefined, next: BackupRecord, refuse?: () => Error): Write {
  if (!known) return create(itemOf({ ...next, version: 1 }), refuse);
  return put(itemOf({ ...next, version: known.version + 1 }), [['version', '=', known.version]], refuse);
}

export const removeBackup = (account: string, instance: string): Write => remove(keys.backup(account, instance));

/** Schedules that are due at this moment (RFC 3339), the one that has waited longest first. */
export const dueBackups = (now: string) =>
  all<BackupRecord>({ pk: backupIndex, index: 'gsi1', upTo: `${now}#~`, limit: 500 });

/** When the next one is due, or null. */
export async function nextBackup(): Promise<string | null> {
  const { items } = await query<BackupRecord>({ pk: backupIndex, index: 'gsi1', limit: 1 });
  return items[0]?.due_at ?? null;
}
