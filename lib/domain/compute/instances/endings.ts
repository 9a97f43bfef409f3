import { detachAtTermination } from '#lib/domain/compute/elastic-ips/attachment.ts';
import { deleteFirewall } from '#lib/domain/compute/firewall/rules.ts';
import { removeFromBalancers } from '#lib/domain/compute/load-balancers/backends.ts';
import { releaseSnapshots } from '#lib/domain/compute/snapshots/delete.ts';
import { releaseVolumes } from '#lib/domain/compute/volumes/delete.ts';
import { rfc3339 } from '#lib/drivers/clocks/civil.ts';
import type { WorkflowInput } from '#lib/model/compute/workflow-input.ts';
import { planOf } from '#lib/model/platform/catalog.ts';
import { releaseHold } from '#lib/store/billing/wallets.ts';
import { removeRule } from '#lib/store/compute/autoscale-rules.ts';
import { removeBackup } from '#lib/store/compute/backups.ts';
import { eraseLog } from '#lib/store/compute/console-logs.ts';
import { releaseHost, requireEpoch } from '#lib/store/compute/hosts.ts';
import { freeAddress, type InstanceRecord, removeUserData } from '#lib/store/compute/instances.ts';
import { returnAddress } from '#lib/store/compute/vpcs.ts';
import { removeExpiry } from '#lib/store/platform/expiries.ts';
import { returnQuota } from '#lib/store/platform/quotas.ts';
import type { Write } from '#lib/store/platform/write.ts';
import { settle } from './settle.ts';

/** Seconds for which a terminated record can still be read (contract 3.1). */
const terminatedSeconds = 3600;

/** What a host reports about a machine that it has booted. */
export interface BootReport {
  host_key?: string | null;
  ssh_ready?: boolean;
  /** The epoch of the agent that booted the machine, if the host has epochs. */
  epoch?: number;
}

/**
 * The host's agent has restarted since it booted the machine, which stopped with it. The machine must be booted again.
 */
class HostRestarted extends Error {
  constructor(host: string) {
    super(`host ${host} has restarted since`);
    this.name = 'HostRestarted';
  }
}

/** The changes to a record whose machine has booted. */
export const booted = (record: InstanceRecord, report: BootReport): Partial<InstanceRecord> => ({
  status: 'running',
  status_reason: null,
  ssh_ready: report.ssh_ready ?? false,
  host_key: report.host_key ?? record.host_key,
  has_disk: true,
});

/**
 * Settles an operation whose machine is up: status running, and a launch's hold is released. Throws HostRestarted where
 * the host has restarted since.
 */
export const settleRunning = (input: WorkflowInput, report: BootReport): Promise<void> =>
  settle(input, (record, now) => ({
    change: { ...booted(record, report), launched_at: record.launched_at ?? rfc3339(now), hold: null },
    also: [...requireEpochOf(record.host_id, report), ...releasedHold(record)],
    message: 'machine is up',
  }));

/** Settles an operation whose machine is down: status stopped. The disk is kept. */
export const settleStopped = (input: WorkflowInput): Promise<void> =>
  settle(input, () => ({ change: { status: 'stopped', ssh_ready: false }, message: 'machine is down' }));

/**
 * Settles an operation that failed: status error, with the reason. The instance keeps its disk and its place on the
 * host.
 */
export const settleError = (input: WorkflowInput, reason: string): Promise<void> =>
  settle(input, () => ({ change: { status: 'error', status_reason: reason, ssh_ready: false }, message: reason }));

/**
 * Settles a start that failed: status error, with the reason. If its host had no capacity, the instance is stopped as
 * before. It keeps its disk and can be started again.
 */
export const settleFailedStart = (input: WorkflowInput & { error: string }, reason: string): Promise<void> =>
  settle(input, () => ({
    change: { status: input.error === 'CAPACITY' ? 'stopped' : 'error', status_reason: reason, ssh_ready: false },
    message: reason,
  }));

/** The changes to a record whose machine no longer exists. */
const withoutMachine = { ssh_ready: false, has_disk: false, placed: false, hold: null, elastic_ip: null } as const;

/** Settles a launch that failed: status error. Everything that the launch held is released (contract 3.1). */
export const settleFailedLaunch = (input: WorkflowInput, reason: string): Promise<void> =>
  settle(input, async (record, now) => ({
    change: { ...withoutMachine, status: 'error', status_reason: reason },
    also: [...releasePlacement(record), ...releasedHold(record), ...(await detachAtTermination(record, now))],
    message: reason,
  }));

/**
 * Settles a termination: status terminated. Everything that the instance held is released, and its record is kept for
 * an hour.
 */
export async function settleTerminated(input: WorkflowInput): Promise<void> {
  await releaseSnapshots(input);
  await eraseLog(input.account_id, input.instance_id);
  await settle(input, async (record, now) => {
    const { account_id, id } = record;
    const volumes = await releaseVolumes(record, now);
    return {
      change: {
        ...withoutMachine,
        status: 'terminated',
        volume_ids: [],
        ttl: Math.floor(now.getTime() / 1000) + terminatedSeconds,
      },
      also: [
        ...releasePlacement(record),
        ...releasedHold(record),
        returnQuota(account_id, 'instances'),
        returnQuota(account_id, 'vcpus', planOf(record).cpu),
        removeUserData(account_id, id),
        removeExpiry(id),
        removeBackup(account_id, id),
        removeRule(account_id, id),
        deleteFirewall(record),
        ...(await detachAtTermination(record, now)),
        ...volumes.writes,
        ...(await removeFromBalancers(account_id, id, now)),
      ],
      workflows: volumes.workflows,
      message: 'machine is gone',
    };
  });
}

/** Refuses a report about a booted machine where the host's agent has restarted since. */
export const requireEpochOf = (host: string, { epoch }: BootReport): Write[] =>
  epoch === undefined ? [] : [requireEpoch(host, epoch, () => new HostRestarted(host))];

const releasedHold = (record: InstanceRecord): Write[] =>
  record.hold ? releaseHold(record.account_id, record.hold.operation, record.hold.amount_paise) : [];

/** Releases the room on the host, the SSH port and the private address, once. */
function releasePlacement(record: InstanceRecord): Write[] {
  if (!record.placed) return [];
  const { account_id, vpc_id, private_ip, host_id, ssh_port, id } = record;
  const { ram, cpu } = planOf(record);
  return [
    ...releaseHost(host_id, ssh_port, { ram_mib: ram, vcpus: cpu }, id),
    freeAddress(vpc_id, private_ip, id),
    returnAddress(account_id, vpc_id, record.address_slot),
  ];
}
