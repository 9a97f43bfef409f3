import { createSnapshot } from '#lib/domain/compute/snapshots/create.ts';
import { systemContext } from '#lib/domain/platform/operations/system-context.ts';
import { rfc3339 } from '#lib/drivers/clocks/civil.ts';
import { ApiError, type ErrorCode } from '#lib/model/platform/errors.ts';
import { setting } from '#lib/model/platform/settings.ts';
import { placeOf } from '#lib/model/platform/spread.ts';
import { type BackupRecord, putBackup, removeBackup } from '#lib/store/compute/backups.ts';
import { transact, type Write } from '#lib/store/platform/write.ts';
import { dueAfter } from './put.ts';
import { backupEvent, noteBackup } from './resource.ts';

/** Milliseconds for which a backup waits for a busy instance, and milliseconds between two attempts. */
const maxWait = 15 * 60_000;
const retryAfterMs = 60_000;

/** Another run of the scheduled task has taken the backup, or its schedule has changed. */
class Claimed extends Error {
  override readonly name = 'Claimed';
}
const claimed = () => new Claimed();

/**
 * Starts one backup that is due. Its claim, the snapshot and the time of the next run are one transaction, so that it
 * runs once even if several runs were missed. While the instance is busy it is retried for a quarter of an hour. Any
 * other refusal is recorded in the schedule and as an event of the instance.
 */
export async function runBackup(record: BackupRecord, now: Date): Promise<void> {
  const { account_id, instance_id } = record;
  const at = rfc3339(now);
  const later = await rescheduled(record, now);
  const also = ({ id }: { id: string }) => [
    putBackup(record, { ...later, last_run: { at, status: 'running', snapshot_id: id, error: null } }, claimed),
  ];
  try {
    await createSnapshot(systemContext(account_id, now), { instance_id }, { trigger: 'schedule', also });
  } catch (error) {
    if (error instanceof Claimed) return;
    if (!(error instanceof ApiError)) throw error;
    await refused(record, now, error);
  }
}

/**
 * When a run's backup is first tried. In a deployment instances are spread over most of an hour, from their second
 * backup on: most have theirs at three in the night, and no platform makes all of them in one minute.
 */
const firstTry = (instance: string, run: string): string =>
  rfc3339(new Date(Date.parse(run) + placeOf(instance, setting('SVC_SPREAD')) * 1000));

/** The schedule with the next due time after a run. */
async function rescheduled(record: BackupRecord, now: Date): Promise<BackupRecord> {
  const next = await dueAfter(record, now);
  return { ...record, next_run_at: next, due_at: next && firstTry(record.instance_id, next) };
}

async function refused(record: BackupRecord, now: Date, error: ApiError): Promise<void> {
  const { account_id, instance_id, next_run_at } = record;
  if (error.code === 'not_found') return transact([removeBackup(account_id, instance_id)]);
  const waited = now.getTime() - Date.parse(firstTry(instance_id, next_run_at ?? rfc3339(now)));
  const waits = error.retryAfter !== undefined && waited < maxWait;
  const writes = waits
    ? [putBackup(record, { ...record, due_at: rfc3339(new Date(now.getTime() + retryAfterMs)) }, claimed)]
    : await giveUp(record, now, error);
  const outcome = busy.has(error.code) ? 'skipped' : 'failed';
  const event = backupEvent(record, outcome, { snapshot_id: null, error: error.message });
  return transact(writes, { announcements: waits ? [] : [event] }).catch((failure) => {
    if (!(failure instanceof Claimed)) throw failure;
  });
}

/** Records that a run was abandoned, in the schedule and as an event of the instance. */
async function giveUp(record: BackupRecord, now: Date, { code, message: error }: ApiError): Promise<Write[]> {
  const last_run = { at: rfc3339(now), status: 'failed', snapshot_id: null, error } as const;
  const type = busy.has(code) ? 'backup_skipped' : 'backup_failed';
  return [
    putBackup(record, { ...(await rescheduled(record, now)), last_run }, claimed),
    await noteBackup(record, type, error, now),
  ];
}

/** Refusals that mean that the instance is busy, so that the backup is skipped. Any other refusal is a failure. */
const busy: ReadonlySet<ErrorCode> = new Set(['operation_in_progress', 'wrong_state']);
