import { keys } from '#lib/store/keys.ts';
import { batchGet, get, manyOf, queryAll } from '#lib/store/platform/read.ts';
import { catalogOf } from './directory.ts';
import type { LoadBalancerRecord } from './load-balancers.ts';
import type { VpcRecord } from './vpcs.ts';

/** What a new load balancer refers to, in one strong read. */
export async function readBalancerInputs(account: string, references: { vpc: string; instances: readonly string[] }) {
  const [vpc, catalog, ...instances] = await batchGet([
    keys.listed(account, 'vpc', references.vpc),
    keys.catalog(),
    ...references.instances.map((id) => keys.listed(account, 'instance', id)),
  ]);
  return {
    vpc,
    catalog: catalogOf(catalog),
    instances,
  };
}

/** A load balancer and its future backend, in one strong read. */
export async function readBackendInputs(account: string, balancer: string, instance: string) {
  const [found, itsInstance] = await batchGet([
    keys.listed(account, 'load-balancer', balancer),
    keys.listed(account, 'instance', instance),
  ]);
  return { balancer: found, instance: itsInstance };
}

/** A load balancer that a host serves, and its VPC. Both are undefined where they no longer exist. */
export interface StoredAssignment {
  account_id: string;
  load_balancer_id: string;
  balancer: LoadBalancerRecord | undefined;
  vpc: VpcRecord | undefined;
}

/** The account of a load balancer that this host serves; undefined where it is not this host's. */
export async function balancerOwner(host: string, id: string): Promise<string | undefined> {
  return (await get(keys.balancerAssignment(host, id)))?.account_id;
}

/** Every load balancer that a host serves, with its current record. */
export async function storedAssignments(host: string): Promise<StoredAssignment[]> {
  const { pk, sk } = keys.balancerAssignment(host, '');
  const pointers = await queryAll({ pk, begins: sk });
  const balancers = await manyOf(
    pointers.map(({ account_id, load_balancer_id }) => keys.listed(account_id, 'load-balancer', load_balancer_id)),
  );
  const vpcs = await manyOf(
    pointers.map(({ account_id }, at) => keys.listed(account_id, 'vpc', balancers[at]?.vpc_id ?? '-')),
  );
  return pointers.map(({ account_id, load_balancer_id }, at) => ({
    account_id,
    load_balancer_id,
    balancer: balancers[at],
    vpc: vpcs[at],
  }));
}
