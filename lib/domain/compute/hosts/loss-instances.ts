import { detached } from '#lib/domain/compute/elastic-ips/attachment.ts';
import { toInstance } from '#lib/domain/compute/instances/resource.ts';
import { meteredInstance, noteEvent } from '#lib/domain/compute/instances/settle.ts';
import { retryOnConflict } from '#lib/domain/platform/retry.ts';
import { civilNow, rfc3339 } from '#lib/drivers/clocks/civil.ts';
import type { Meanwhile } from '#lib/model/compute/instance-states.ts';
import { srn } from '#lib/model/platform/principal.ts';
import { changeElasticIp, elasticIpsOf } from '#lib/store/compute/elastic-ips.ts';
import { changeInstance, getInstance, type InstanceRecord } from '#lib/store/compute/instances.ts';
import { unpinVpc } from '#lib/store/compute/vpcs.ts';
import type { Announcement } from '#lib/store/platform/activity.ts';
import { transact, unlessStale, type Write } from '#lib/store/platform/write.ts';

interface LostHost {
  host: string;
  /** Until when the instance is charged: the host's last heartbeat by the civil clock. */
  seen: string;
  /** The block of addresses that only this host has. */
  pool: string | null;
  /** The operations that need not wait for the host. */
  meanwhile: readonly Meanwhile[];
}

interface Losing {
  writes: Write[];
  announcements?: Announcement[];
}

/** The status reason of an instance while its host is lost. */
const reason = 'host lost';

/**
 * Sets an instance of a lost host in error. It keeps its place there, where its disk is; its VPC may move to another
 * host. For an instance that is already in error, updates which operations need not wait for the host. False while an
 * operation holds the instance.
 */
export async function loseInstance(account: string, id: string, lost: LostHost): Promise<boolean> {
  const settled = await retryOnConflict(async () => {
    const record = await getInstance(account, id);
    if (!record || record.host_id !== lost.host || record.status === 'terminated') return record ?? true;
    if (record.operation) return record.lost ?? false;
    const { writes, announcements = [] }: Losing = record.lost
      ? { writes: renoted(record, lost) }
      : await losing(record, lost);
    if (writes.length > 0) await transact(writes, { announcements });
    return record;
  });
  if (typeof settled === 'boolean') return settled;
  await unlessStale(transact([unpinVpc(account, settled.vpc_id, lost.host)]));
  return true;
}

/** The event that a machine was lost, in addition to the failure that the change of status shows. */
const lostEvent = (record: InstanceRecord): Announcement => ({
  account_id: record.account_id,
  type: 'instance.lost',
  resource: srn('compute', record.account_id, `instance/${record.id}`),
  name: record.name,
  status: record.status,
  message: `instance ${record.name}: ${reason}`,
  data: toInstance(record),
});

async function losing(record: InstanceRecord, lost: LostHost): Promise<Losing> {
  const now = civilNow();
  const freed = await freeing(record, lost.pool, now);
  const next: InstanceRecord = {
    ...withMeanwhile(record, lost),
    ...(freed.length > 0 && { elastic_ip: null }),
    status: 'error',
    status_reason: reason,
    ssh_ready: false,
    lost: true,
    updated_at: rfc3339(now),
  };
  const writes = [
    changeInstance(record, next),
    ...meteredInstance(record, next, lost.seen),
    noteEvent(record, next, 'host', reason, now),
    ...freed,
  ];
  return { writes, announcements: [lostEvent(next)] };
}

/** The write for a lost instance if the operations that need not wait have changed. */
function renoted(record: InstanceRecord, lost: LostHost): Write[] {
  const next = withMeanwhile(record, lost);
  const isSame = String(next.meanwhile ?? '') === String(record.meanwhile ?? '');
  return isSame ? [] : [changeInstance(record, { ...next, updated_at: rfc3339(civilNow()) })];
}

/** Only a machine with a shared disk and a place on the host can start elsewhere. */
function withMeanwhile({ meanwhile: _, ...record }: InstanceRecord, { meanwhile }: LostHost): InstanceRecord {
  const starts = record.placed && record.shared_disk !== undefined;
  const kept = meanwhile.filter((word) => word !== 'start' || starts);
  return { ...record, ...(kept.length > 0 && { meanwhile: kept }) };
}

/**
 * The writes that make addresses of pools other than the host's own available again, including one that was being
 * detached from the instance.
 */
async function freeing({ account_id, id }: InstanceRecord, own: string | null, now: Date): Promise<Write[]> {
  const held = await elasticIpsOf(account_id, id);
  return held.filter(({ pool }) => pool !== own).map((address) => changeElasticIp(address, detached(address, now)));
}

/** Stops an instance of a host that has come back, unless it has been replaced. */
export function returnInstance(account: string, id: string, host: string): Promise<void> {
  return retryOnConflict(async () => {
    const record = await getInstance(account, id);
    if (!record?.lost || record.host_id !== host || record.operation) return;
    const now = civilNow();
    const { lost: _, meanwhile: __, ...kept } = record;
    const next: InstanceRecord = {
      ...kept,
      status: record.has_disk ? 'stopped' : 'error',
      status_reason: record.has_disk ? null : reason,
      // Its VPC may have moved to another host.
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
