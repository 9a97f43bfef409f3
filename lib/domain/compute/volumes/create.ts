import { checkBalance } from '#lib/domain/billing/wallets/afford.ts';
import { beginDisk } from '#lib/domain/compute/disks/resource.ts';
import { capableHosts, requireCapability } from '#lib/domain/compute/hosts/place.ts';
import type { Context } from '#lib/domain/platform/context.ts';
import { retryOnConflict } from '#lib/domain/platform/retry.ts';
import { rfc3339 } from '#lib/drivers/clocks/civil.ts';
import { type Filesystem, mountPath, type Volume } from '#lib/model/compute/volume.ts';
import { hourlyPaise, priceOf } from '#lib/model/platform/catalog.ts';
import { priceDelta } from '#lib/model/platform/dry-run.ts';
import { newId } from '#lib/model/platform/ids.ts';
import { useDisksOf } from '#lib/store/compute/host-accounts.ts';
import { readDisks } from '#lib/store/compute/inputs.ts';
import { createVolume as putVolume, type VolumeRecord } from '#lib/store/compute/volumes.ts';
import { takeQuota } from '#lib/store/platform/quotas.ts';
import { requireTarget } from './attachment.ts';
import { claimName, toVolume } from './resource.ts';

interface CreateInput {
  name: string;
  size_gib: number;
  filesystem: Filesystem;
  instance_id?: string | undefined;
  tags: Record<string, string>;
}

/**
 * Creates a volume, and then attaches it if an instance is named. 402 and 403 for wallet and quota, 404, and 409 where
 * its name is taken, the instance cannot have it, or no host has such volumes.
 */
export function createVolume(context: Context, input: CreateInput): Promise<Volume> {
  return retryOnConflict(async () => {
    const { account_id } = context.principal;
    const host_id = await hostOf(context, input);
    const draft = newVolume(context, input, host_id);
    const { id, size_gib, filesystem, price_monthly } = draft;
    const facts = { volume_id: id, size_gib, filesystem };
    const more = input.instance_id === undefined ? undefined : { attach_to: input.instance_id };
    const { operation, writes, workflow } = beginDisk(context, draft, 'create_volume', facts, more);
    const record: VolumeRecord = { ...draft, operation };
    const hourly = hourlyPaise(price_monthly);
    return context.commit({
      writes: [
        claimName(record, record.name),
        takeQuota(account_id, 'volumes'),
        takeQuota(account_id, 'volume_gib', size_gib),
        checkBalance(account_id, hourly, `a volume of ${size_gib} GiB`),
        ...useDisksOf(record),
        putVolume(record),
        ...writes,
      ],
      reply: toVolume(record),
      version: record.version,
      workflow,
      rehearsal: { would: `create volume ${input.name} of ${size_gib} GiB`, ...priceDelta(0, price_monthly) },
    });
  });
}

/**
 * The host for the bytes: that of the named instance, otherwise that of the default VPC's machines, so that it can be
 * attached to them, otherwise any.
 */
async function hostOf({ principal, now }: Context, { instance_id, filesystem }: CreateInput): Promise<string> {
  const { account_id, default_vpc_id } = principal;
  const wanted = instance_id === undefined ? { vpc: default_vpc_id } : { instance: instance_id };
  const { instance, vpc, catalog } = await readDisks(account_id, wanted);
  const target = instance_id === undefined ? undefined : await requireTarget({ instance, catalog }, instance_id, now);
  const near = vpc?.host_id === undefined ? [] : [vpc.host_id];
  const host = target?.host_id ?? (await capableHosts(catalog, 'volumes', near))[0].host_id;
  if (filesystem === 'none') await requireCapability(catalog, host, 'block_devices');
  return host;
}

function newVolume(context: Context, input: CreateInput, host_id: string): VolumeRecord {
  const now = rfc3339(context.now);
  return {
    id: newId('volume', context.now),
    account_id: context.principal.account_id,
    name: input.name,
    size_gib: input.size_gib,
    status: 'creating',
    status_reason: null,
    task: null,
    instance_id: null,
    device: null,
    mount_path: mountPath(input.name),
    filesystem: input.filesystem,
    price_monthly: priceOf('volume', input.size_gib),
    delete_on_termination: false,
    tags: input.tags,
    created_at: now,
    updated_at: now,
    version: 1,
    host_id,
    operation: null,
    fault: null,
  };
}
