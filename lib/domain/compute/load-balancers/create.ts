import { metered } from '#lib/domain/billing/metering/marks.ts';
import { checkBalance } from '#lib/domain/billing/wallets/afford.ts';
import {
  choosePublicAddress,
  claimPublicAddress,
  type PublicAddress,
} from '#lib/domain/compute/public-addresses/pool.ts';
import type { Context } from '#lib/domain/platform/context.ts';
import { retryOnConflict } from '#lib/domain/platform/retry.ts';
import { rfc3339 } from '#lib/drivers/clocks/civil.ts';
import { maxBackends } from '#lib/model/compute/limits.ts';
import type { LoadBalancer, NewLoadBalancer } from '#lib/model/compute/load-balancer.ts';
import { hourlyPaise, unitPrices } from '#lib/model/platform/catalog.ts';
import { priceDelta } from '#lib/model/platform/dry-run.ts';
import { ApiError, notFound } from '#lib/model/platform/errors.ts';
import { newHostToken, newId } from '#lib/model/platform/ids.ts';
import { setting } from '#lib/model/platform/settings.ts';
import { readBalancerInputs } from '#lib/store/compute/balancing.ts';
import type { HostEntry } from '#lib/store/compute/directory.ts';
import { requireOpen } from '#lib/store/compute/hosts.ts';
import { claimAddress, type InstanceRecord, requireNotTerminating } from '#lib/store/compute/instances.ts';
import { type LoadBalancerRecord, createLoadBalancer as putLoadBalancer } from '#lib/store/compute/load-balancers.ts';
import { enterVpc, type VpcRecord } from '#lib/store/compute/vpcs.ts';
import { takeQuota } from '#lib/store/platform/quotas.ts';
import { eligible, newBackend, terminatingError } from './backends.ts';
import { changeCertificates } from './certificates.ts';
import { type InsideAddress, insideAddress } from './inside.ts';
import { hostFor } from './place.ts';
import { claimName, defaultHealthCheck, healthCheckOf, listenersOf, toLoadBalancer } from './resource.ts';

/**
 * Creates a load balancer with a public address; its host then serves it. 400, 402, 403, 404 and 409 as in contract
 * 4.5; 409 capacity_exhausted where the VPC's host has no load balancing, or no address is left.
 */
export function createLoadBalancer(context: Context, input: NewLoadBalancer): Promise<LoadBalancer> {
  const settings = settingsOf(input);
  let attempt = 0;
  return retryOnConflict(async () => {
    attempt++;
    const { account_id } = context.principal;
    const { vpc, catalog, instances } = await readInputs(context, input);
    const host = await hostFor(vpc, catalog, settings.listeners);
    const address = await choosePublicAddress([host], attempt);
    const inside = insideAddress(host, vpc);
    const record = newRecord(context, {
      ...settings,
      vpc,
      host,
      address,
      inside,
      entries: entriesOf(context, input, instances),
    });
    const { price_hourly_paise } = record;
    return context.commit({
      writes: [
        claimName(record, record.name),
        takeQuota(account_id, 'load_balancers'),
        checkBalance(account_id, price_hourly_paise, 'a load balancer'),
        enterVpc(account_id, vpc.id, { host: host.host_id, slot: inside?.address_slot }, () => notFound('vpc', vpc.id)),
        ...(inside ? [claimAddress(vpc.id, inside.private_ip, record.id)] : []),
        ...changeCertificates(record, [], record.listeners),
        requireOpen(host.host_id),
        ...instances.map(({ id }) => requireNotTerminating(account_id, id, terminatingError)),
        claimPublicAddress(address, { account_id, resource_id: record.id }),
        ...putLoadBalancer(record),
        metered('load_balancers', record, record.created_at),
      ],
      reply: toLoadBalancer(record),
      version: record.version,
      rings: [host.host_id],
      rehearsal: { would: `create load balancer ${record.name}`, ...priceDelta(0, record.price_monthly) },
    });
  });
}

function settingsOf(input: NewLoadBalancer) {
  const listeners = listenersOf(input.listeners);
  const { name, algorithm, sticky_sessions, tags } = input;
  return {
    name,
    algorithm,
    sticky_sessions,
    tags,
    listeners,
    health_check: healthCheckOf(defaultHealthCheck(listeners), input.health_check),
  };
}

/**
 * Reads what the request refers to. 404 for what the account does not have, 403 for too many backends, 409 for
 * instances that cannot be backends.
 */
async function readInputs(context: Context, { vpc_id, backends }: NewLoadBalancer) {
  const { account_id, default_vpc_id } = context.principal;
  const instanceIds = backends.map(({ instance_id }) => instance_id);
  if (instanceIds.length > maxBackends) {
    throw new ApiError(
      'quota_exceeded',
      `backends: ${instanceIds.length} given (at most ${maxBackends} a load balancer)`,
    );
  }
  const duplicate = instanceIds.findIndex((id, at) => instanceIds.indexOf(id) < at);
  if (duplicate >= 0)
    throw new ApiError('already_exists', `backends[${duplicate}]: instance ${instanceIds[duplicate]} is given twice`);
  const id = vpc_id ?? default_vpc_id;
  const { vpc, catalog, instances } = await readBalancerInputs(account_id, { vpc: id, instances: instanceIds });
  if (!vpc) throw notFound('vpc', id);
  return {
    vpc,
    catalog,
    instances: instances.map((record, at) => eligible(context, record, instanceIds[at] ?? '', vpc.id)),
  };
}

interface Parts extends ReturnType<typeof settingsOf> {
  vpc: VpcRecord;
  host: HostEntry;
  address: PublicAddress;
  inside: InsideAddress | undefined;
  entries: (ReturnType<typeof newBackend> & { id: string })[];
}

/** The requested backends, in the request's order. */
const entriesOf = (context: Context, { backends }: NewLoadBalancer, instances: readonly InstanceRecord[]) =>
  instances.map((instance, at) => ({
    id: instance.id,
    ...newBackend(instance, backends[at] ?? { port: null, weight: 1 }, context.now),
  }));

function newRecord(context: Context, { vpc, host, address, inside, entries, ...settings }: Parts): LoadBalancerRecord {
  const now = rfc3339(context.now);
  return {
    ...settings,
    id: newId('loadBalancer', context.now),
    account_id: context.principal.account_id,
    status: 'provisioning',
    status_reason: null,
    public_ip: address.address,
    address_pool: address.pool,
    public_hostname: `lb-${newHostToken()}.${setting('SVC_VM_DOMAIN')}`,
    vpc_id: vpc.id,
    ...inside,
    price_monthly: price.price_monthly,
    price_hourly_paise: hourlyPaise(price.price_monthly),
    created_at: now,
    updated_at: now,
    version: 1,
    host_id: host.host_id,
    backends: Object.fromEntries(entries.map(({ id, backend }) => [id, backend])),
    draining: {},
    health: Object.fromEntries(entries.map(({ id, health }) => [id, health])),
  };
}

const price = unitPrices.find(({ resource }) => resource === 'load_balancer') ?? { price_monthly: 0 };
