import { civilNow } from '#lib/drivers/clocks/civil.ts';
import { realNow } from '#lib/drivers/clocks/real.ts';
import { newId } from '#lib/model/platform/ids.ts';
import type { InstanceRecord } from '#lib/store/compute/instances.ts';
import { putJob } from '#lib/store/compute/jobs.ts';
import type { Write } from '#lib/store/platform/write.ts';

/** Seconds that a finished wish is kept. */
const retention = 86_400;

/**
 * Has the instance's host apply its keys, firewall and addresses as the table has them then. Goes into the commit that
 * changes them, which also rings. One wish an instance: made again while one is open, it is carried out once more after.
 */
export const configureMachine = ({
  host_id,
  account_id,
  id,
}: Pick<InstanceRecord, 'host_id' | 'account_id' | 'id'>): Write =>
  putJob({
    host_id,
    operation: 'configure',
    step: id,
    kind: 'configure',
    account_id,
    instance_id: id,
    // No workflow waits: it only tells this wish from an earlier one.
    token: newId('operation', realNow()),
    state: 'queued',
    epoch: 0,
    options: {},
    outcome: null,
    created_at: realNow().toISOString(),
    ttl: Math.floor(civilNow().getTime() / 1000) + retention,
  });
