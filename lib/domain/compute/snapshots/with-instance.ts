import { systemContext } from '#lib/domain/platform/operations/system-context.ts';
import { civilNow } from '#lib/drivers/clocks/civil.ts';
import type { WorkflowInput } from '#lib/model/compute/workflow-input.ts';
import { ApiError } from '#lib/model/platform/errors.ts';
import { getInstance } from '#lib/store/compute/instances.ts';
import { snapshotsOf } from '#lib/store/compute/snapshots.ts';
import { deleteSnapshot } from './delete.ts';

/** Deletes the snapshots of an instance whose termination says so; all others outlive it (contract 3.1). */
export async function releaseSnapshots({ account_id, instance_id, operation }: WorkflowInput): Promise<void> {
  const record = await getInstance(account_id, instance_id);
  if (record?.operation?.id !== operation || !record.cascade?.snapshots) return;
  const context = systemContext(account_id, civilNow());
  for await (const snapshot of snapshotsOf(account_id, instance_id)) {
    await deleteSnapshot(context, { id: snapshot.id }).catch((error) => {
      // Deleted meanwhile.
      if (!(error instanceof ApiError)) throw error;
    });
  }
}
