import { configureMachine } from '#lib/domain/compute/jobs/resource.ts';
import type { Context } from '#lib/domain/platform/context.ts';
import { retryOnConflict } from '#lib/domain/platform/retry.ts';
import { rfc3339 } from '#lib/drivers/clocks/civil.ts';
import type { ElasticIp } from '#lib/model/compute/elastic-ip.ts';
import { type InstanceStatus, statuses, wrongState } from '#lib/model/compute/instance-states.ts';
import { changeElasticIp, type ElasticIpRecord, unlinkElasticIp } from '#lib/store/compute/elastic-ips.ts';
import type { InstanceRecord } from '#lib/store/compute/instances.ts';
import type { Clause } from '#lib/store/platform/expressions.ts';
import { Stale } from '#lib/store/platform/write.ts';
import { detached, isOnHost } from './attachment.ts';
import { findElasticIp, requireAttached, toElasticIp } from './resource.ts';

const endingStatuses: readonly InstanceStatus[] = ['terminating', 'terminated'];
const liveStatuses = statuses.filter((status) => !endingStatuses.includes(status));
const onStatuses = liveStatuses.filter((status) => status !== 'stopped');

/** Conditions: the machine may be on a host, and it is certainly on none (`isOnHost`). */
const onHost: readonly Clause<InstanceRecord>[] = [
  ['status', 'in', onStatuses],
  ['lost', 'absent'],
];
const offHost: readonly Clause<InstanceRecord>[] = [
  ['status', 'in', liveStatuses],
  { any: [[['status', '=', 'stopped']], [['lost', 'exists']]] },
];

/**
 * Detaches an address from its instance, and ends its connections. It is available at once where the machine is off or
 * its host lost, and otherwise detaching until the host stops forwarding it. 409 where no instance holds it, or its
 * instance is terminating.
 */
export function detachElasticIp(context: Context, { id }: { id: string }): Promise<ElasticIp> {
  // Most machines are on, so the first attempt assumes that and does not read the instance. The write's condition fails
  // if the machine is off.
  let mustConfigure = true;
  return retryOnConflict(async () => {
    const address = await findElasticIp(context, id);
    context.match(address.version);
    await context.refuseDenied([{ kind: 'instance', id: address.instance_id ?? '' }]);
    requireAttached(address);
    const next = mustConfigure ? detaching(address, context.now) : detached(address, context.now);
    const refuse = (instance: InstanceRecord | undefined) => {
      if (instance && endingStatuses.includes(instance.status))
        return wrongState(String(address.instance_id), 'detach_elastic_ip', instance.status);
      mustConfigure = !instance || isOnHost({ ...instance, placed: true });
      return new Stale();
    };
    return context.commit({
      writes: [
        unlinkElasticIp(address, mustConfigure ? onHost : offHost, rfc3339(context.now), refuse),
        changeElasticIp(address, next),
        ...(mustConfigure ? [configureHost(address)] : []),
      ],
      reply: toElasticIp(next),
      version: address.version + 1,
      ...(mustConfigure && { rings: [String(address.host_id)] }),
    });
  });
}

const detaching = (address: ElasticIpRecord, now: Date): ElasticIpRecord => ({
  ...address,
  status: 'detaching',
  updated_at: rfc3339(now),
});

const configureHost = ({ account_id, instance_id, host_id }: ElasticIpRecord) =>
  configureMachine({ account_id, id: instance_id ?? '', host_id: host_id ?? '' });
