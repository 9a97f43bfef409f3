import { lackIn } from '#lib/domain/compute/hosts/place.ts';
import { isGone } from '#lib/domain/compute/instances/resource.ts';
import { configureMachine } from '#lib/domain/compute/jobs/resource.ts';
import type { Context } from '#lib/domain/platform/context.ts';
import { retryOnConflict } from '#lib/domain/platform/retry.ts';
import { rfc3339 } from '#lib/drivers/clocks/civil.ts';
import type { ElasticIp } from '#lib/model/compute/elastic-ip.ts';
import { isAllowed, wrongState } from '#lib/model/compute/instance-states.ts';
import { ApiError, notFound } from '#lib/model/platform/errors.ts';
import { getOffer, type Offer } from '#lib/store/compute/directory.ts';
import { changeElasticIp, type ElasticIpRecord, readAttachment } from '#lib/store/compute/elastic-ips.ts';
import { changeInstance, type InstanceRecord } from '#lib/store/compute/instances.ts';
import { attachedTo, isOnHost } from './attachment.ts';
import { requireAvailable, toElasticIp } from './resource.ts';

/**
 * Attaches a free address to an instance: at once where the machine is off, otherwise attaching until the host forwards
 * it. 404 where either does not exist; 409 where the address is in use, or the instance already has one or is
 * terminating.
 */
export function attachElasticIp(
  context: Context,
  { id, instance_id }: { id: string; instance_id: string },
): Promise<ElasticIp> {
  return retryOnConflict(async () => {
    const { address, instance } = await readAttachment(context.principal.account_id, id, instance_id);
    if (!address) throw notFound('elastic ip', id);
    context.match(address.version);
    if (!instance || isGone(instance, context.now)) throw notFound('instance', instance_id);
    requireAvailable(address, 'attach');
    requireAttachable(instance);
    requirePool(address, instance, await getOffer(instance.host_id));
    const mustConfigure = isOnHost(instance);
    const next = attachedTo(address, instance, mustConfigure ? 'attaching' : 'attached', context.now);
    const elastic_ip = { id, address: address.address };
    return context.commit({
      writes: [
        changeElasticIp(address, next),
        changeInstance(instance, { ...instance, elastic_ip, updated_at: rfc3339(context.now) }),
        ...(mustConfigure ? [configureMachine(instance)] : []),
      ],
      reply: toElasticIp(next),
      version: address.version + 1,
      ...(mustConfigure && { rings: [instance.host_id] }),
    });
  });
}

function requireAttachable(instance: InstanceRecord): void {
  const { id, status, elastic_ip } = instance;
  if (isAllowed('attach_elastic_ip', status, instance)) return;
  if (!elastic_ip || !isAllowed('detach_elastic_ip', status, instance))
    throw wrongState(id, 'attach_elastic_ip', status);
  const has = `instance ${id} already has elastic ip ${elastic_ip.id} (${elastic_ip.address}); detach it first`;
  throw new ApiError('in_use', has);
}

/**
 * Refuses where the host has no elastic IPs, or does not offer the pool of the address: only hosts that offer a pool
 * forward its addresses.
 */
function requirePool({ id, pool }: ElasticIpRecord, instance: InstanceRecord, host: Offer | undefined): void {
  const lack = host && lackIn(host, 'elastic_ip');
  if (lack) throw lack;
  if (host?.address_pool === pool) return;
  throw new ApiError(
    'wrong_state',
    `elastic ip ${id} is from pool ${pool}, which the host of instance ${instance.id} does not have (it has ${host?.address_pool ?? 'none'})`,
  );
}
