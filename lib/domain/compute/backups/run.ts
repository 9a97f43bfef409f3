import { createSnapshot } from '#lib/domain/compute/snapshots/create.ts';
import { systemContext } from '#lib/domain/platform/operations/system-context.ts';
import { rfc3339 } from '#lib/drivers/clocks/civil.ts';
import { ApiError, type ErrorCode } from '#lib/model/platform/errors.ts';
import { type BackupRecord, putBackup, removeBackup } from '#lib/store/compute/backups.ts';
import { transact, type Write } from '#lib/store/platform/write.ts';
import { noteBackup } from './note.ts';
import { dueAfter } from './put.ts';

/** Milliseconds that a backup waits for an instance that is busy, and between two tries. */
const patience = 15 * 60_000;
const pause = 60_000;

/** Another scheduled task has it, or its schedule was changed since it was read. */
class Claimed extends Error {}
const claimed = () => new Claimed();

/**
 * Takes one backup that is due: its claim, the snapshot and the time of the next run stand in one transaction, so that it is
 * taken once, also where several times were missed. A refusal is noted on the schedule and as an event of the instance,
 * unless the instance is only busy: then it is tried again for a quarter of an hour.
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

/** The schedule after a run: due when its cron says so next. */
async function rescheduled(record: BackupRecord, now: Date): Promise<BackupRecord> {
  const next = await dueAfter(record, now);
  return { ...record, next_run_at: next, due_at: next };
}

async function refused(record: BackupRecord, now: Date, error: ApiError): Promise<void> {
  const { account_id, instance_id, next_run_at } = record;
  if (error.code === 'not_found') return transact([removeBackup(account_id, instance_id)]);
  const waited = now.getTime() - Date.parse(next_run_at ?? rfc3339(now));
  const waits = error.retryAfter !== undefined && waited < patience;
  const writes = waits
    ? [putBackup(record, { ...record, due_at: rfc3339(new Date(now.getTime() + pause)) }, claimed)]
    : await givenUp(record, now, error);
  return transact(writes).catch((failure) => {
    if (!(failure instanceof Claimed)) throw failure;
  });
}

/** The run is over, on the schedule's record and among the instance's events. */
async function givenUp(record: BackupRecord, now: Date, { code, message: error }: ApiError): Promise<Write[]> {
  const last_run = { at: rfc3339(now), status: 'failed', snapshot_id: null, error } as const;
  const type = busy.has(code) ? 'backup_skipped' : 'backup_failed';
  return [
    putBackup(record, { ...(await rescheduled(record, now)), last_run }, claimed),
    await noteBackup(record, type, error, now),
  ];
}

/** What an instance is in the midst of keeps a backup from being begun; anything else is a failure. */
const busy: ReadonlySet<ErrorCode> = new Set(['operation_in_progress', 'wrong_state']);
