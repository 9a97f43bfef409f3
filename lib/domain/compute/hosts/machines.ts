import { recordConsoleLog } from '#lib/domain/compute/console-logs/record.ts';
import { reportFirstBoot } from '#lib/domain/compute/instances/first-boot.ts';
import { recordNews } from '#lib/domain/compute/instances/machine-news.ts';
import { specOf } from '#lib/domain/compute/jobs/describe.ts';
import { civilNow } from '#lib/drivers/clocks/civil.ts';
import type { HostAsked, HostReply } from '#lib/model/compute/host-api.ts';
import { notFound } from '#lib/model/platform/errors.ts';
import { instanceOn } from '#lib/store/compute/host-machines.ts';
import type { InstanceRecord } from '#lib/store/compute/instances.ts';
import { movedFrom } from '#lib/store/compute/moved-machines.ts';
import type { Host } from './authenticate.ts';
import { isUp, machinesOn, reportBooting, reportDown, reportUp } from './recover.ts';

/**
 * The machines that a host may keep, which of them must run, and which it must release. Their records get the host's
 * current address.
 */
export async function listHostMachines(host: Host): Promise<HostReply<'listHostMachines'>> {
  const records = await machinesOn(host.host_id, host.public_ip);
  const machines = records.map((record) => ({
    instance_id: record.id,
    want: wantOf(record),
    is_settled: record.status_reason === null,
  }));
  const known = new Set(records.map(({ id }) => id));
  const moved = (await movedFrom(host.host_id)).filter((id) => !known.has(id));
  return { machines: [...machines, ...moved.map((instance_id) => ({ instance_id, want: 'moved' as const }))] };
}

/** The desired state: up, off, or kept as it is because an operation is about to change it. */
function wantOf(record: InstanceRecord): 'up' | 'off' | 'kept' {
  if (isUp(record)) return 'up';
  return record.status === 'stopped' && !record.operation ? 'off' : 'kept';
}

/** One machine of a host, with everything needed to create it. 404 where the host does not have it. */
export async function getHostMachine(host: Host, id: string): Promise<HostReply<'getHostMachine'>> {
  const record = await recordOn(host, id);
  // The record is kept for a while, and its VPC may no longer exist.
  if (record.status === 'terminated') throw notFound('machine', id);
  const spec = await specOf(record);
  return {
    want: isUp(record) ? 'up' : 'kept',
    version: record.version,
    spec: {
      ...spec,
      user_data: spec.user_data ?? null,
      first_boot: spec.first_boot ?? null,
      hostname: spec.hostname ?? null,
    },
  };
}

/**
 * Records a report about a machine. Not recorded, so that the host repeats it later, while an operation holds the
 * instance, or if the host has seen another version of its record. 404 where the host does not have it.
 */
export async function reportMachine(
  host: Host,
  id: string,
  report: HostAsked<'reportMachine'>,
): Promise<HostReply<'reportMachine'>> {
  const record = await recordOn(host, id);
  return { noted: await note(host.host_id, record, report) };
}

/** Stores a part of a machine's console log. 404 where the host does not have the machine. */
export async function reportConsoleLog(
  host: Host,
  id: string,
  log: HostAsked<'reportConsoleLog'>,
): Promise<HostReply<'reportConsoleLog'>> {
  return recordConsoleLog(await recordOn(host, id), log);
}

const reasons = {
  guest: 'shut down from inside the guest',
  crash: 'the machine was lost',
  lost: 'the machine was lost; it boots again',
};

async function note(host: string, record: InstanceRecord, report: HostAsked<'reportMachine'>): Promise<boolean> {
  const { account_id, id } = record;
  switch (report.event) {
    case 'user_data':
      await reportFirstBoot(record, report.news, civilNow());
      return true;
    case 'service_failed':
    case 'out_of_memory':
    case 'disk_filling':
      await recordNews(record, report, civilNow());
      return true;
    case 'booting':
      return reportBooting(
        account_id,
        id,
        report.lost ? reasons.lost : `host ${host} has started again; the machine has not booted yet`,
      );
    case 'up':
      return reportUp(account_id, id, report.host_key, report.ssh_ready);
    case 'boot_failed':
      return reportDown(account_id, id, `did not boot after its host's restart: ${report.cause}`);
    case 'down':
      return reportDown(account_id, id, reasons[report.cause], report.version);
  }
}

/** The record of a machine, which must name this host. 404 where it does not. */
async function recordOn({ host_id }: Host, id: string): Promise<InstanceRecord> {
  const record = await instanceOn(host_id, id);
  if (record?.host_id === host_id) return record;
  throw notFound('machine', id);
}
