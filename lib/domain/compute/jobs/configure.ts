import { realNow } from '#lib/drivers/clocks/real.ts';
import { newId } from '#lib/model/platform/ids.ts';
import type { InstanceRecord } from '#lib/store/compute/instances.ts';
import { putJob } from '#lib/store/compute/jobs.ts';
import type { Write } from '#lib/store/platform/write.ts';
import { newJob } from './resource.ts';

/** Seconds that a finished job is kept. */
const retention = 86_400;

/**
 * The write that has the instance's host apply its keys, firewall and addresses as the table has them then. It goes
 * into the commit that changes them, which also wakes the host. There is one such job an instance: put again while it
 * is open, it is done once more after.
 */
export const configureMachine = ({
  host_id,
  account_id,
  id,
}: Pick<InstanceRecord, 'host_id' | 'account_id' | 'id'>): Write => {
  // No workflow waits: the token only tells this job from an earlier one.
  const token = newId('operation', realNow());
  const name = { host_id, operation: 'configure', step: id, token };
  return putJob(newJob({ ...name, kind: 'configure', account_id, instance_id: id }, retention));
};
