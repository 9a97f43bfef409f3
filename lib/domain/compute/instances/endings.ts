import { giveBack } from '#lib/domain/compute/elastic-ips/attachment.ts';
import { dropFirewall } from '#lib/domain/compute/firewall/rules.ts';
import { forgetInstance } from '#lib/domain/compute/load-balancers/backends.ts';
import { releaseSnapshots } from '#lib/domain/compute/snapshots/release.ts';
import { releaseVolumes } from '#lib/domain/compute/volumes/with-instance.ts';
import { rfc3339 } from '#lib/drivers/clocks/civil.ts';
import type { WorkflowInput } from '#lib/model/compute/workflow-input.ts';
import { releaseHold } from '#lib/store/billing/wallets.ts';
import { removeRule } from '#lib/store/compute/autoscale-rules.ts';
import { removeBackup } from '#lib/store/compute/backups.ts';
import { releaseHost, requireEpoch } from '#lib/store/compute/hosts.ts';
import { freeAddress, type InstanceRecord, removeUserData } from '#lib/store/compute/instances.ts';
import { returnAddress } from '#lib/store/compute/vpcs.ts';
import { removeExpiry } from '#lib/store/platform/expiries.ts';
import { returnQuota } from '#lib/store/platform/quotas.ts';
import type { Write } from '#lib/store/platform/write.ts';
import { settle } from './settle.ts';

/** Seconds that a terminated record can still be read (contract 3.1). */
const afterlife = 3600;

/** What a host says of a machine that it has booted. */
export interface BootReport {
  host_key?: string | null;
  ssh_ready?: boolean;
  /** The epoch of the agent that booted it, where the host has one. */
  epoch?: number;
}

/** The host's agent has started anew since it booted the machine, which went down with it: boot it again. */
class HostRestarted extends Error {
  constructor(host: string) {
    super(`host ${host} has restarted since`);
    this.name = 'HostRestarted';
  }
}

/** A record whose machine is up. */
export const booted = (record: InstanceRecord, report: BootReport): Partial<InstanceRecord> => ({
  status: 'running',
  status_reason: null,
  ssh_ready: report.ssh_ready ?? false,
  host_key: report.host_key ?? record.host_key,
  has_disk: true,
});

/** The machine is up: running, with what a launch held given back. Throws HostRestarted where it is up no more. */
export const settleRunning = (input: WorkflowInput, report: BootReport): Promise<void> =>
  settle(input, (record, now) => ({
    change: { ...booted(record, report), launched_at: record.launched_at ?? rfc3339(now), hold: null },
    also: [...stillUp(record.host_id, report), ...heldBack(record)],
    message: 'machine is up',
  }));

/** The machine is down, its disk kept. */
export const settleStopped = (input: WorkflowInput): Promise<void> =>
  settle(input, () => ({ change: { status: 'stopped', ssh_ready: false }, message: 'machine is down' }));

/** The operation failed: error, with the reason; the disk and what it stands on are kept. */
export const settleError = (input: WorkflowInput, reason: string): Promise<void> =>
  settle(input, () => ({ change: { status: 'error', status_reason: reason, ssh_ready: false }, message: reason }));

/** What a record says of a machine that is no more. */
const gone = { ssh_ready: false, has_disk: false, placed: false, hold: null, elastic_ip: null } as const;

/** The launch failed: error, and everything it held is given back (contract 3.1). */
export const settleFailedLaunch = (input: WorkflowInput, reason: string): Promise<void> =>
  settle(input, (record, now) => ({
    change: { ...gone, status: 'error', status_reason: reason },
    also: [...releaseOf(record), ...heldBack(record), ...giveBack(record, now)],
    message: reason,
  }));

/** The machine is gone: terminated, everything it held given back, and the record kept for an hour. */
export async function settleTerminated(input: WorkflowInput): Promise<void> {
  await releaseSnapshots(input);
  await settle(input, async (record, now) => {
    const { account_id, id, plan } = record;
    const volumes = await releaseVolumes(record, now);
    return {
      change: {
        ...gone,
        status: 'terminated',
        volume_ids: [],
        ttl: Math.floor(now.getTime() / 1000) + afterlife,
      },
      also: [
        ...releaseOf(record),
        ...heldBack(record),
        returnQuota(account_id, 'instances'),
        returnQuota(account_id, 'vcpus', plan.cpu),
        removeUserData(account_id, id),
        removeExpiry(id),
        removeBackup(account_id, id),
        removeRule(account_id, id),
        dropFirewall(record),
        ...giveBack(record, now),
        ...volumes.writes,
        ...(await forgetInstance(account_id, id, now)),
      ],
      workflows: volumes.workflows,
      message: 'machine is gone',
    };
  });
}

/** Refuses what a host says of a machine that it has booted where its agent has started anew since. */
export const stillUp = (host: string, { epoch }: BootReport): Write[] =>
  epoch === undefined ? [] : [requireEpoch(host, epoch, () => new HostRestarted(host))];

const heldBack = (record: InstanceRecord): Write[] =>
  record.hold ? releaseHold(record.account_id, record.hold.operation, record.hold.amount_paise) : [];

/** Gives room, port and address back, once. */
function releaseOf(record: InstanceRecord): Write[] {
  if (!record.placed) return [];
  const { account_id, vpc_id, private_ip, host_id, ssh_port, plan, id } = record;
  return [
    ...releaseHost(host_id, ssh_port, { ram_mib: plan.ram, vcpus: plan.cpu }, id),
    freeAddress(vpc_id, private_ip, id),
    returnAddress(account_id, vpc_id, record.address_slot),
  ];
}
