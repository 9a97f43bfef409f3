import { dropFirewall } from '#lib/domain/firewall/defaults.ts';
import { forgetInstance } from '#lib/domain/load-balancers/forget-instance.ts';
import { rfc3339 } from '#lib/drivers/clocks/civil.ts';
import type { WorkflowInput } from '#lib/model/workflow-input.ts';
import { removeExpiry } from '#lib/store/expiries.ts';
import { releaseHost, requireEpoch } from '#lib/store/hosts.ts';
import { freeAddress, type InstanceRecord, removeUserData } from '#lib/store/instances.ts';
import { returnQuota } from '#lib/store/quotas.ts';
import { returnAddress } from '#lib/store/vpcs.ts';
import { releaseHold } from '#lib/store/wallets.ts';
import type { Write } from '#lib/store/write.ts';
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

/** The machine is up: running, with what a launch held given back. Throws HostRestarted where it is up no more. */
export const settleRunning = (input: WorkflowInput, report: BootReport): Promise<void> =>
  settle(input, (record, now) => ({
    change: {
      status: 'running',
      status_reason: null,
      ssh_ready: report.ssh_ready ?? false,
      host_key: report.host_key ?? record.host_key,
      has_disk: true,
      launched_at: record.launched_at ?? rfc3339(now),
      hold: null,
    },
    also: [...stillUp(record.host_id, report), ...heldBack(record)],
    message: 'machine is up',
  }));

/** The machine is down, its disk kept. */
export const settleStopped = (input: WorkflowInput): Promise<void> =>
  settle(input, () => ({ change: { status: 'stopped', ssh_ready: false }, message: 'machine is down' }));

/** The operation failed: error, with the reason; the disk and what it stands on are kept. */
export const settleError = (input: WorkflowInput, reason: string): Promise<void> =>
  settle(input, () => ({ change: { status: 'error', status_reason: reason, ssh_ready: false }, message: reason }));

/** The launch failed: error, and everything it held is given back (contract 3.1). */
export const settleFailedLaunch = (input: WorkflowInput, reason: string): Promise<void> =>
  settle(input, (record) => ({
    change: { status: 'error', status_reason: reason, ssh_ready: false, has_disk: false, placed: false, hold: null },
    also: [...releaseOf(record), ...heldBack(record)],
    message: reason,
  }));

/** The machine is gone: terminated, everything it held given back, and the record kept for an hour. */
export const settleTerminated = (input: WorkflowInput): Promise<void> =>
  settle(input, async (record, now) => ({
    change: {
      status: 'terminated',
      ssh_ready: false,
      has_disk: false,
      placed: false,
      hold: null,
      ttl: Math.floor(now.getTime() / 1000) + afterlife,
    },
    also: [
      ...releaseOf(record),
      ...heldBack(record),
      returnQuota(record.account_id, 'instances'),
      returnQuota(record.account_id, 'vcpus', record.plan.cpu),
      removeUserData(record.account_id, record.id),
      removeExpiry(record.id),
      dropFirewall(record),
      ...(await forgetInstance(record.account_id, record.id, now)),
    ],
    message: 'machine is gone',
  }));

const stillUp = (host: string, { epoch }: BootReport): Write[] =>
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
