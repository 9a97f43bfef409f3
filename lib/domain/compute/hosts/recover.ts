import { meteredInstance, noteEvent } from '#lib/domain/compute/instances/settle.ts';
import { retryOnConflict } from '#lib/domain/platform/retry.ts';
import { civilNow, rfc3339 } from '#lib/drivers/clocks/civil.ts';
import { instancesOf } from '#lib/store/compute/host-machines.ts';
import { changeInstance, getInstance, type InstanceRecord, readInstances } from '#lib/store/compute/instances.ts';
import { transact } from '#lib/store/platform/write.ts';

/** The machines that the table places on a host. Updates their records to the host's current address. */
export async function machinesOn(host: string, publicIp: string | undefined): Promise<InstanceRecord[]> {
  const placed: { account_id: string; instance_id: string }[] = [];
  for await (const one of instancesOf(host)) placed.push(one);
  const present: InstanceRecord[] = [];
  for (const record of await readInstances(placed)) {
    const moved = publicIp === undefined || record.public_ip === publicIp ? record : await moveTo(publicIp, record);
    if (moved) present.push(moved);
  }
  return present;
}

/** Whether a machine should be running. A side operation (`task`) leaves it up. */
export const isUp = ({ status, operation, task }: InstanceRecord) =>
  status === 'running' && (!operation || task !== null);

function moveTo(publicIp: string, { account_id, id }: InstanceRecord): Promise<InstanceRecord | undefined> {
  return retryOnConflict(async () => {
    const record = await getInstance(account_id, id);
    if (!record || record.public_ip === publicIp) return record;
    const next = { ...record, public_ip: publicIp, updated_at: rfc3339(civilNow()) };
    await transact([changeInstance(record, next)]);
    return { ...next, version: record.version + 1 };
  });
}

/** Records that a machine does not answer because its host has lost it or restarted, and has not booted it yet. */
export const reportBooting = (account: string, id: string, reason: string): Promise<boolean> =>
  report(account, id, ({ ssh_ready }) => (ssh_ready ? { ssh_ready: false, status_reason: reason } : undefined));

/** Records that a machine answers again after its host came back. */
export const reportUp = (account: string, id: string, hostKey: string | null, sshReady: boolean): Promise<boolean> =>
  report(account, id, (record) =>
    record.ssh_ready === sshReady && record.status_reason === null
      ? undefined
      : { ssh_ready: sshReady, status_reason: null, host_key: hostKey ?? record.host_key },
  );

/**
 * Records that a machine stopped on its own: stopped, with the reason (contract 3.1). If the host reports the version
 * of the record that it had seen before, a later version is left unchanged, since an operation may have booted the
 * machine.
 */
export const reportDown = (account: string, id: string, reason: string, seen?: number): Promise<boolean> =>
  report(account, id, (record) => (record.operation ? 'later' : stoppedFor(reason)), seen);

type Change = Partial<InstanceRecord>;

const stoppedFor = (reason: string): Change => ({ status: 'stopped', status_reason: reason, ssh_ready: false });

/**
 * Applies a host's report to a running machine. False, so that the host reports again later, while an operation holds
 * the machine, or if the host has seen another version of its record.
 */
function report(
  account: string,
  id: string,
  change: (record: InstanceRecord) => Change | 'later' | undefined,
  seen?: number,
): Promise<boolean> {
  return retryOnConflict(async () => {
    const record = await getInstance(account, id);
    const changed = record && changeOf(record, change, seen);
    if (!record || !changed) return true;
    if (changed === 'later') return false;
    const now = civilNow();
    const next: InstanceRecord = { ...record, ...changed, updated_at: rfc3339(now) };
    const message = next.status_reason ?? 'machine answers again';
    await transact([
      changeInstance(record, next),
      ...meteredInstance(record, next),
      noteEvent(record, next, 'host', message, now),
    ]);
    return true;
  });
}

/** A side operation leaves the machine up, so reports about it are accepted meanwhile. */
function changeOf(
  record: InstanceRecord,
  change: (record: InstanceRecord) => Change | 'later' | undefined,
  seen: number | undefined,
): Change | 'later' | undefined {
  const { status, operation, task, version } = record;
  if (operation && !task) return 'later';
  const changed = status === 'running' ? change(record) : undefined;
  return changed && seen !== undefined && version !== seen ? 'later' : changed;
}
