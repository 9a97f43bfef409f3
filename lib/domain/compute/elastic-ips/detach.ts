import { configureMachine } from '#lib/domain/compute/jobs/configure.ts';
import { type Context, retryOnConflict } from '#lib/domain/platform/context.ts';
import { rfc3339 } from '#lib/drivers/clocks/civil.ts';
import type { ElasticIp } from '#lib/model/compute/elastic-ip.ts';
import { type InstanceStatus, statuses, wrongState } from '#lib/model/compute/instance-states.ts';
import { changeElasticIp, type ElasticIpRecord, unlinkElasticIp } from '#lib/store/compute/elastic-ips.ts';
import { Stale } from '#lib/store/platform/write.ts';
import { free, isOnHost } from './attachment.ts';
import { findElasticIp, requireHeld, toElasticIp } from './resource.ts';

const ending: readonly InstanceStatus[] = ['terminating', 'terminated'];
const off: readonly InstanceStatus[] = ['stopped'];
const on = statuses.filter((status) => !ending.includes(status) && !off.includes(status));

/**
 * Takes an address off its instance, and with it its connections: available at once where the machine is off, detaching
 * until the host has obeyed otherwise. 409 where no instance has it, or that instance is terminating.
 */
export function detachElasticIp(context: Context, { id }: { id: string }): Promise<ElasticIp> {
  // The machine is mostly on: that is tried without reading its instance, whose condition tells if it is not.
  let told = true;
  return retryOnConflict(async () => {
    const address = await findElasticIp(context, id);
    context.match(address.version);
    await context.refuseDenied([{ kind: 'instance', id: address.instance_id ?? '' }]);
    requireHeld(address);
    const next = told ? leaving(address, context.now) : free(address, context.now);
    const refuse = (instance: Record<string, unknown> | undefined) => {
      const status = instance?.status as InstanceStatus;
      if (ending.includes(status)) return wrongState(String(address.instance_id), 'detach_elastic_ip', status);
      told = isOnHost({ placed: true, status });
      return new Stale();
    };
    return context.commit({
      writes: [
        unlinkElasticIp(address, told ? on : off, rfc3339(context.now), refuse),
        changeElasticIp(address, next),
        ...(told ? [tellHost(address)] : []),
      ],
      reply: toElasticIp(next),
      version: address.version + 1,
      ...(told && { rings: true as const }),
    });
  });
}

const leaving = (address: ElasticIpRecord, now: Date): ElasticIpRecord => ({
  ...address,
  status: 'detaching',
  updated_at: rfc3339(now),
});

const tellHost = ({ account_id, instance_id, host_id }: ElasticIpRecord) =>
  configureMachine({ account_id, id: instance_id ?? '', host_id: host_id ?? '' });
