import { holdFirstHour } from '#lib/domain/billing/wallets/afford.ts';
import { attachAtLaunch } from '#lib/domain/compute/elastic-ips/attachment.ts';
import { createFirewall, refuseDuplicates } from '#lib/domain/compute/firewall/rules.ts';
import { choosePort, placeOn } from '#lib/domain/compute/hosts/place.ts';
import { addressAt, freeAddressSlot } from '#lib/domain/compute/vpcs/addresses.ts';
import type { Context } from '#lib/domain/platform/context.ts';
import { isSystem } from '#lib/domain/platform/operations/system-context.ts';
import { retryOnConflict } from '#lib/domain/platform/retry.ts';
import type { Instance } from '#lib/model/compute/instance.ts';
import { deadlines, pullSeconds } from '#lib/model/compute/instance-states.ts';
import { priceDelta } from '#lib/model/platform/dry-run.ts';
import { notFound } from '#lib/model/platform/errors.ts';
import { newId } from '#lib/model/platform/ids.ts';
import type { HostEntry } from '#lib/store/compute/directory.ts';
import { reserveHost } from '#lib/store/compute/hosts.ts';
import { useImage } from '#lib/store/compute/inputs.ts';
import { claimAddress, createInstance, type InstanceRecord, putUserData } from '#lib/store/compute/instances.ts';
import { requireAvailableSnapshot } from '#lib/store/compute/snapshots.ts';
import { takeAddress } from '#lib/store/compute/vpcs.ts';
import { putExpiry } from '#lib/store/platform/expiries.ts';
import { takeQuota } from '#lib/store/platform/quotas.ts';
import type { Write } from '#lib/store/platform/write.ts';
import { type LaunchInput, type LaunchInputs, readInputs } from './launch-inputs.ts';
import type { Pull } from './launch-own.ts';
import { newInstance } from './launch-record.ts';
import { openOperation } from './open-operation.ts';
import { toInstance } from './resource.ts';

/**
 * Launches an instance. One transaction contains its record, address, SSH port, room on a host, quota, and the hold for
 * its first hour. 400, 402, 403, 404 and 409 as in contract 4.1.
 */
export function launchInstance(context: Context, input: LaunchInput): Promise<Instance> {
  if (input.firewall_rules) refuseDuplicates('firewall_rules', input.firewall_rules);
  let attempt = 0;
  return retryOnConflict(async () => {
    attempt++;
    const { account_id } = context.principal;
    const inputs = await readInputs(context, input);
    const { type, image, sshKey, vpc, elasticIp, snapshot, catalog, wanted } = inputs;
    const host = await placeOn(catalog, type, wanted);
    const pull = pullOf(host, inputs);
    const slot = freeAddressSlot(vpc);
    const operation = newId('operation', context.now);
    const record = newInstance(context, input, {
      type,
      image,
      sshKey,
      elasticIp,
      snapshot,
      vpc_id: vpc.id,
      private_ip: addressAt(vpc.cidr, slot),
      address_slot: slot,
      host,
      ssh_port: await choosePort(host, attempt),
      operation,
    });
    return context.commit({
      writes: [
        ...takings(context, record, operation, inputs),
        ...makings(context, record, input, inputs),
        ...openOperation(context, undefined, record, 'launch', deadlineOf(pull)),
      ],
      reply: toInstance(record),
      version: record.version,
      workflow: {
        operation,
        machine: 'launch',
        input: {
          operation,
          account_id,
          instance_id: record.id,
          options: pull ? { ...pull, seconds: pullSeconds } : {},
        },
      },
      rehearsal: { would: `launch ${input.name} as ${type.id}`, ...priceDelta(0, type.price_monthly) },
    });
  });
}

/** The seconds that a launch may take: an image that its host has not is pulled before they begin (contract 3.1). */
const deadlineOf = (pull: Pull | undefined): number => (deadlines.provisioning ?? 0) + (pull ? pullSeconds : 0);

/** The image that the host of a launch has to pull first. */
function pullOf({ host_id, images }: HostEntry, { image, snapshot, places }: LaunchInputs): Pull | undefined {
  if (snapshot) return undefined;
  if (places) return places.pull(host_id);
  return images.some(({ id, pulled }) => id === image.id && pulled === false) ? { image_id: image.id } : undefined;
}

/**
 * The writes of a launch that take something: an address and a port, room on the host, quota, and the hold for the
 * first hour.
 */
function takings(context: Context, record: InstanceRecord, operation: string, { type, vpc }: LaunchInputs): Write[] {
  const { account_id, id, host_id } = record;
  const need = { ram_mib: type.ram, vcpus: type.cpu };
  return [
    takeAddress(account_id, vpc.id, record.address_slot, host_id, () => notFound('vpc', vpc.id)),
    claimAddress(vpc.id, record.private_ip, id),
    ...reserveHost(host_id, record.ssh_port, need, { account_id, instance_id: id }),
    takeQuota(account_id, 'instances'),
    takeQuota(account_id, 'vcpus', type.cpu),
    ...holdFirstHour(account_id, operation, {
      hourly: type.price_hourly_paise,
      what: type.id,
      standing: isSystem(context.principal),
    }),
  ];
}

/** The writes of a launch that create something: the instance with its firewall, expiry, user data and attachments. */
function makings(context: Context, record: InstanceRecord, input: LaunchInput, inputs: LaunchInputs): Write[] {
  const { vpc, elasticIp, snapshot, places, ownImageId } = inputs;
  const { account_id, id, expires_at } = record;
  return [
    createInstance(record),
    ...(snapshot ? [requireAvailableSnapshot(snapshot)] : []),
    ...(places ? [places.use(record.host_id)] : ownImageId ? [useImage(account_id, ownImageId)] : []),
    createFirewall(record, { vpcCidr: vpc.cidr, rules: input.firewall_rules }, context.now),
    ...(elasticIp ? [attachAtLaunch(elasticIp, record, context.now)] : []),
    ...(expires_at ? [putExpiry({ account_id, instance_id: id, expires_at })] : []),
    ...(input.user_data ? [putUserData(account_id, id, input.user_data)] : []),
  ];
}
