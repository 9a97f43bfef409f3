import { checkBalance } from '#lib/domain/billing/wallets/afford.ts';
import { beginDisk } from '#lib/domain/compute/disks/resource.ts';
import { capableHost, requireCapability } from '#lib/domain/compute/hosts/place.ts';
import { type Context, retryOnConflict } from '#lib/domain/platform/context.ts';
import { rfc3339 } from '#lib/drivers/clocks/civil.ts';
import { type Filesystem, mountPath, type Volume } from '#lib/model/compute/volume.ts';
import { hourlyPaise, priceOf } from '#lib/model/platform/catalog.ts';
import { priceDelta } from '#lib/model/platform/dry-run.ts';
import { newId } from '#lib/model/platform/ids.ts';
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
 * Creates a volume, and then attaches it where an instance is named. 402 and 403 for wallet and quota, 404, and 409
 * where its name is taken, the instance cannot have it, or no host has such volumes.
 */
export function createVolume(context: Context, input: CreateInput): Promise<Volume> {
  return retryOnConflict(async () => {
    const { account_id } = context.principal;
    const { instance, hosts } = await readDisks(account_id, { instance: input.instance_id });
    const instanceId = input.instance_id;
    const target = instanceId === undefined ? undefined : requireTarget({ instance, hosts }, instanceId, context.now);
    const host_id = target?.host_id ?? capableHost(hosts, 'volumes').host_id;
    if (input.filesystem === 'none') requireCapability(hosts, host_id, 'block_devices');
    const draft = newVolume(context, input, host_id);
    const { id, size_gib, filesystem, price_monthly } = draft;
    const facts = { volume_id: id, size_gib, filesystem };
    const more = target && { attach_to: target.id };
    const { operation, writes, workflow } = beginDisk(context, draft, 'create_volume', facts, more);
    const record: VolumeRecord = { ...draft, operation };
    const hourly = hourlyPaise(price_monthly);
    return context.commit({
      writes: [
        claimName(record, record.name),
        takeQuota(account_id, 'volumes'),
        takeQuota(account_id, 'volume_gib', size_gib),
        checkBalance(account_id, hourly, `a volume of ${size_gib} GiB`),
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
