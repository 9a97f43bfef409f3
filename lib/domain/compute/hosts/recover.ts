import { meteredInstance, noteEvent } from '#lib/domain/compute/instances/settle.ts';
import { specOf } from '#lib/domain/compute/jobs/describe.ts';
import { retryOnConflict } from '#lib/domain/platform/context.ts';
import { civilNow, rfc3339 } from '#lib/drivers/clocks/civil.ts';
import type { MachineSpec } from '#lib/model/compute/machine.ts';
import { instancesOf } from '#lib/store/compute/hosts.ts';
import { changeInstance, getInstance, type InstanceRecord } from '#lib/store/compute/instances.ts';
import { transact } from '#lib/store/platform/write.ts';

/** What a host should have: the machines that are to run, and all machines that it may keep. */
export interface Inventory {
  running: { account_id: string; instance_id: string }[];
  known: Set<string>;
}

/**
 * The machines that the table places on a host; updates their records to the host's present address. Rejects where the
 * signal aborts.
 */
export async function inventory(host: string, publicIp: string, signal?: AbortSignal): Promise<Inventory> {
  const found: Inventory = { running: [], known: new Set() };
  for await (const { account_id, instance_id } of instancesOf(host)) {
    signal?.throwIfAborted();
    const record = await moveTo(publicIp, account_id, instance_id);
    if (!record) continue;
    found.known.add(instance_id);
    if (isUp(record)) found.running.push({ account_id, instance_id });
  }
  return found;
}

/** A machine with a side operation (`task`) stays up. */
const isUp = ({ status, operation, task }: InstanceRecord) => status === 'running' && (!operation || task !== null);

/** What to boot an instance from; undefined where it is no longer to run, or an operation boots it. */
export async function specToBoot(account: string, id: string): Promise<MachineSpec | undefined> {
  const record = await getInstance(account, id);
  return record && isUp(record) ? specOf(record) : undefined;
}

function moveTo(publicIp: string, account: string, id: string): Promise<InstanceRecord | undefined> {
  return retryOnConflict(async () => {
    const record = await getInstance(account, id);
    if (!record || record.public_ip === publicIp) return record;
    const next = { ...record, public_ip: publicIp, updated_at: rfc3339(civilNow()) };
    await transact([changeInstance(record, next)]);
    return { ...next, version: record.version + 1 };
  });
}

/** Records that a machine does not answer because its host has restarted and has not booted it yet. */
export const reportBooting = (account: string, id: string, host: string): Promise<boolean> =>
  report(account, id, ({ ssh_ready }) =>
    ssh_ready
      ? { ssh_ready: false, status_reason: `host ${host} has started anew; the machine is yet to boot` }
      : undefined,
  );

/** Records that a machine answers again after its host came back. */
export const reportUp = (account: string, id: string, hostKey: string | null, sshReady: boolean): Promise<boolean> =>
  report(account, id, (record) =>
    record.ssh_ready === sshReady && record.status_reason === null
      ? undefined
      : { ssh_ready: sshReady, status_reason: null, host_key: hostKey ?? record.host_key },
  );

/** Records that a machine stopped by itself: stopped, with the reason (contract 3.1). False as for `report`. */
export const reportDown = (account: string, id: string, reason: string): Promise<boolean> =>
  report(account, id, () => stoppedFor(reason));

type Change = Partial<InstanceRecord> | undefined;

const stoppedFor = (reason: string): Change => ({ status: 'stopped', status_reason: reason, ssh_ready: false });

/**
 * Applies a host's report to a running machine. False, so that the host reports again later, while an operation holds
 * the instance.
 */
function report(
  account: string,
  id: string,
  change: (record: InstanceRecord) => Change | Promise<Change>,
): Promise<boolean> {
  return retryOnConflict(async () => {
    const record = await getInstance(account, id);
    if (record?.operation) return false;
    const changed = record?.status === 'running' ? await change(record) : undefined;
    if (!record || !changed) return true;
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

/**
 * Reports a machine as stopped where the host knows only its id. `isDown` is called after the record was read: an
 * operation that boots the machine meanwhile changes the record, and `isDown` is called again.
 */
export async function reportLost(
  host: string,
  id: string,
  reason: string,
  isDown: () => Promise<boolean>,
): Promise<boolean> {
  for await (const { account_id, instance_id } of instancesOf(host)) {
    if (instance_id !== id) continue;
    return report(account_id, id, async () => ((await isDown()) ? stoppedFor(reason) : undefined));
  }
  return true;
}
