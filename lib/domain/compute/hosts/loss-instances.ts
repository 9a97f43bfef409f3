import { detached } from '#lib/domain/compute/elastic-ips/attachment.ts';
import { toInstance } from '#lib/domain/compute/instances/resource.ts';
import { meteredInstance, noteEvent } from '#lib/domain/compute/instances/settle.ts';
import { retryOnConflict } from '#lib/domain/platform/context.ts';
import { civilNow, rfc3339 } from '#lib/drivers/clocks/civil.ts';
import { srn } from '#lib/model/platform/principal.ts';
import { changeElasticIp, getElasticIp } from '#lib/store/compute/elastic-ips.ts';
import { changeInstance, getInstance, type InstanceRecord } from '#lib/store/compute/instances.ts';
import { unpinVpc } from '#lib/store/compute/vpcs.ts';
import type { Announcement } from '#lib/store/platform/activity.ts';
import { transact, unlessStale, type Write } from '#lib/store/platform/write.ts';

interface LostHost {
  host: string;
  /** Until when the instance costs money: the host's last heartbeat by the civil clock. */
  seen: string;
  /** The block of addresses that only this host has. */
  pool: string | null;
}

/** What an instance says of itself while its host is lost. */
const reason = 'host lost';

/**
 * Sets an instance of a lost host in error. It keeps its place there, where its disk is; its VPC may go on elsewhere.
 * False while an operation holds the instance.
 */
export async function loseInstance(account: string, id: string, { host, seen, pool }: LostHost): Promise<boolean> {
  const settled = await retryOnConflict(async () => {
    const record = await getInstance(account, id);
    if (!record || record.host_id !== host || record.lost || record.status === 'terminated') return record ?? true;
    if (record.operation) return false;
    const now = civilNow();
    const address = await addressOf(record, pool, now);
    const next: InstanceRecord = {
      ...record,
      ...(address.length > 0 && { elastic_ip: null }),
      status: 'error',
      status_reason: reason,
      ssh_ready: false,
      lost: true,
      updated_at: rfc3339(now),
    };
    const writes = [
      changeInstance(record, next),
      ...meteredInstance(record, next, seen),
      noteEvent(record, next, 'host', reason, now),
      ...address,
    ];
    await transact(writes, { announcements: [lostEvent(next)] });
    return record;
  });
  if (typeof settled === 'boolean') return settled;
  await unlessStale(transact([unpinVpc(account, settled.vpc_id, host)]));
  return true;
}

/** Beside the failure, which the change of status shows: what the machine failed of. */
const lostEvent = (record: InstanceRecord): Announcement => ({
  account_id: record.account_id,
  type: 'instance.lost',
  resource: srn('compute', record.account_id, `instance/${record.id}`),
  name: record.name,
  status: record.status,
  message: `instance ${record.name}: ${reason}`,
  data: toInstance(record),
});

/** The writes by which an address of another pool than the host's own is available again. */
async function addressOf(
  { account_id, id, elastic_ip }: InstanceRecord,
  own: string | null,
  now: Date,
): Promise<Write[]> {
  const address = elastic_ip ? await getElasticIp(account_id, elastic_ip.id) : undefined;
  if (address?.instance_id !== id || address.pool === own) return [];
  return [changeElasticIp(address, detached(address, now))];
}

/** An instance of a host that is back, and that nobody has replaced: it is stopped. */
export function returnInstance(account: string, id: string, host: string): Promise<void> {
  return retryOnConflict(async () => {
    const record = await getInstance(account, id);
    if (!record?.lost || record.host_id !== host || record.operation) return;
    const now = civilNow();
    const { lost: _, ...kept } = record;
    const next: InstanceRecord = {
      ...kept,
      status: record.has_disk ? 'stopped' : 'error',
      status_reason: record.has_disk ? null : reason,
      // Its VPC may have gone on elsewhere.
      returned: true,
      updated_at: rfc3339(now),
    };
    await transact([
      changeInstance(record, next),
      ...meteredInstance(record, next),
      noteEvent(record, next, 'host', `host ${host} is back`, now),
    ]);
  });
}
