import { checkBalance } from '#lib/domain/billing/wallets/afford.ts';
import { noCapacity } from '#lib/domain/compute/hosts/place.ts';
import type { Context } from '#lib/domain/platform/context.ts';
import { retryOnConflict } from '#lib/domain/platform/retry.ts';
import { rfc3339 } from '#lib/drivers/clocks/civil.ts';
import type { Instance } from '#lib/model/compute/instance.ts';
import { inProgress, isAllowed, wrongState } from '#lib/model/compute/instance-states.ts';
import { type InstanceType, planOf } from '#lib/model/platform/catalog.ts';
import { priceDelta } from '#lib/model/platform/dry-run.ts';
import { ApiError } from '#lib/model/platform/errors.ts';
import { changeRoom, type HostRecord } from '#lib/store/compute/hosts.ts';
import { changeInstance, type InstanceRecord } from '#lib/store/compute/instances.ts';
import { returnQuota, takeQuota } from '#lib/store/platform/quotas.ts';
import type { Write } from '#lib/store/platform/write.ts';
import { findType } from './launch-inputs.ts';
import { sizeOf } from './launch-record.ts';
import { findInstance, noteRequest, toInstance } from './resource.ts';
import { meteredInstance } from './settle.ts';

export interface ResizeInput {
  id: string;
  instance_type_id: string;
  /** Whether only CPU and RAM change, and the disk keeps its size whatever the type's disk is. */
  keep_disk: boolean;
}

/**
 * Changes the type of a stopped instance, with its room on the host, its quota and its price. The next start uses it.
 * 400 for an unknown type, and for one with a smaller disk unless `keep_disk` is set; 402 and 403 as for a launch; 409
 * unless the instance is stopped and its host has room, and where nothing would change.
 */
export function resizeInstance(context: Context, { id, instance_type_id, keep_disk }: ResizeInput): Promise<Instance> {
  const type = findType(instance_type_id);
  return retryOnConflict(async () => {
    const record = await findInstance(context, id);
    context.match(record.version);
    checkResize(record, type, keep_disk);
    const plan = planOf(record);
    const size = { ...sizeOf(type), ...(keep_disk && { disk: plan.disk }) };
    const next: InstanceRecord = {
      ...record,
      ...size,
      plan: undefined,
      instance_type_id: type.id,
      price_hourly_paise: type.price_hourly_paise,
      updated_at: rfc3339(context.now),
    };
    const kept = keep_disk ? `, with its disk of ${size.disk} GiB` : '';
    const message = `resized from ${record.instance_type_id} to ${type.id}${kept}`;
    return context.commit({
      writes: [
        changeInstance(record, next),
        ...meteredInstance(record, next),
        ...resizeClaims(record, type),
        noteRequest(context, record, next, 'resize', message),
      ],
      reply: toInstance(next),
      version: record.version + 1,
      rehearsal: {
        would: `resize ${id} from ${record.instance_type_id} to ${type.id}`,
        ...priceDelta(plan.price_monthly, type.price_monthly),
      },
    });
  });
}

function checkResize(record: InstanceRecord, type: InstanceType, keep_disk: boolean): void {
  const { id } = record;
  const { disk } = planOf(record);
  if (!isAllowed('resize', record.status, record)) throw wrongState(id, 'resize', record.status);
  if (record.operation) throw inProgress(id, 'resize', record.operation);
  // Without keep_disk, a disk that an earlier resize kept small grows to the size of the type.
  if (record.instance_type_id === type.id && (keep_disk || type.disk <= disk)) {
    throw new ApiError('wrong_state', `instance ${id} is already of type ${type.id}`);
  }
  if (type.disk < disk && !keep_disk) {
    const has = `${type.id} has ${type.disk} GiB of disk and instance ${id} has ${disk}`;
    throw new ApiError(
      'validation_failed',
      `instance_type_id: ${has}; a disk never shrinks (keep_disk=true allows it)`,
    );
  }
}

/**
 * What a change of type takes or returns besides the record, each with its refusal: room on the host, quota, and the
 * price of one hour.
 */
export function resizeClaims(record: InstanceRecord, type: InstanceType): Write[] {
  const { account_id, host_id } = record;
  const plan = planOf(record);
  const vcpus = type.cpu - plan.cpu;
  const roomier = (host: Partial<HostRecord> = {}) => ({
    free_ram_mib: (host.free_ram_mib ?? 0) + plan.ram,
    free_vcpus: (host.free_vcpus ?? 0) + plan.cpu,
  });
  return [
    changeRoom(host_id, { ram_mib: type.ram - plan.ram, vcpus }, (host) => noCapacity(type, [roomier(host)])),
    ...(vcpus > 0 ? [takeQuota(account_id, 'vcpus', vcpus)] : []),
    ...(vcpus < 0 ? [returnQuota(account_id, 'vcpus', -vcpus)] : []),
    ...(type.price_hourly_paise > record.price_hourly_paise
      ? [checkBalance(account_id, type.price_hourly_paise, type.id)]
      : []),
  ];
}
