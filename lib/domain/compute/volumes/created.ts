import { remetered } from '#lib/domain/billing/metering/marks.ts';
import { commitEffect } from '#lib/domain/platform/commit.ts';
import { systemContext } from '#lib/domain/platform/operations/system-context.ts';
import { retryOnConflict } from '#lib/domain/platform/retry.ts';
import { civilNow, rfc3339 } from '#lib/drivers/clocks/civil.ts';
import type { WorkflowInput } from '#lib/model/compute/workflow-input.ts';
import { ApiError } from '#lib/model/platform/errors.ts';
import { readDisks } from '#lib/store/compute/inputs.ts';
import { changeVolume, getVolume, type VolumeRecord } from '#lib/store/compute/volumes.ts';
import { removeDeadline, removeIntent } from '#lib/store/platform/outbox.ts';
import { transact } from '#lib/store/platform/write.ts';
import { type Attachment, attaching, requireTarget } from './attachment.ts';

/** Milliseconds, from the volume's creation, for which its attachment waits for a busy instance. */
const busyTimeout = 60_000;

/**
 * Ends a volume's creation. The volume is then attaching to the instance that the creation named, or available. If that
 * instance can no longer have it, `status_reason` contains the reason. Throws while the instance is busy, so that the
 * task is retried.
 */
export function settleCreated(input: WorkflowInput): Promise<void> {
  return retryOnConflict(async () => {
    const volume = await getVolume(input.account_id, input.instance_id);
    if (volume?.operation?.id !== input.operation) return;
    const metering = remetered('volumes', volume, volume, rfc3339(civilNow()));
    const cleanup = [removeDeadline(input.operation), removeIntent(input.operation)];
    const attachment = await attachmentOf(volume, input.options.attach_to);
    if (attachment !== null && typeof attachment === 'object') {
      const writes = [...attachment.writes, metering, ...cleanup];
      await commitEffect({ writes, workflow: attachment.workflow });
      return;
    }
    const updated_at = rfc3339(civilNow());
    const next = { ...volume, status: 'available' as const, status_reason: attachment, operation: null, updated_at };
    await transact([changeVolume(volume, next), metering, ...cleanup]);
  });
}

/** The attachment to the instance that the creation named; the reason if it is impossible; null if none was named. */
async function attachmentOf(volume: VolumeRecord, target: unknown): Promise<Attachment | string | null> {
  if (typeof target !== 'string') return null;
  const now = civilNow();
  const found = await readDisks(volume.account_id, { instance: target });
  try {
    const instance = await requireTarget({ instance: found.instance, catalog: found.catalog }, target, now);
    return attaching(systemContext(volume.account_id, now), volume, instance);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const waited = now.getTime() - Date.parse(volume.created_at);
    if (error.retryAfter !== undefined && waited < busyTimeout) throw error;
    return `not attached: ${error.message}`;
  }
}
