import { keys } from '#lib/store/keys.ts';
import { batchGet, get, queryAll } from '#lib/store/platform/read.ts';
import { catalogOf } from './directory.ts';
import type { InstanceRecord } from './instances.ts';
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
    vpc: vpc as VpcRecord | undefined,
    catalog: catalogOf(catalog),
    instances: instances as (InstanceRecord | undefined)[],
  };
}

/** A load balancer and its future backend, in one strong read. */
export async function readBackendInputs(account: string, balancer: string, instance: string) {
  const found = await batchGet([
    keys.listed(account, 'load-balancer', balancer),
    keys.listed(account, 'instance', instance),
  ]);
  return { balancer: found[0] as LoadBalancerRecord | undefined, instance: found[1] as InstanceRecord | undefined };
}

/** A load balancer that a host serves, and its VPC. Both are undefined where they no longer exist. */
export interface StoredAssignment {
  account_id: string;
  load_balancer_id: string;
  balancer: LoadBalancerRecord | undefined;
  vpc: VpcRecord | undefined;
}

/** The account of a load balancer that a host is to serve; undefined where it is not this host's. */
export async function balancerOwner(host: string, id: string): Promise<string | undefined> {
  return (await get<{ account_id: string }>(keys.balancerAssignment(host, id)))?.account_id;
}

/** The maximum number of keys in one batch read. */
const batch = 100;

/** Every load balancer that a host is to serve, as the table has it now. */
export async function storedAssignments(host: string): Promise<StoredAssignment[]> {
  const { pk, sk } = keys.balancerAssignment(host, '');
  const pointers = await queryAll<{ account_id: string; load_balancer_id: string }>({ pk, begins: sk });
  const balancers = (await readAll(
    pointers.map(({ account_id, load_balancer_id }) => keys.listed(account_id, 'load-balancer', load_balancer_id)),
  )) as (LoadBalancerRecord | undefined)[];
  const vpcs = (await readAll(
    pointers.map(({ account_id }, at) => keys.listed(account_id, 'vpc', balancers[at]?.vpc_id ?? '-')),
  )) as (VpcRecord | undefined)[];
  return pointers.map(({ account_id, load_balancer_id }, at) => ({
    account_id,
    load_balancer_id,
    balancer: balancers[at],
    vpc: vpcs[at],
  }));
}

async function readAll(keysToRead: readonly { pk: string; sk: string }[]) {
  const found = [];
  for (let at = 0; at < keysToRead.length; at += batch)
    found.push(...(await batchGet(keysToRead.slice(at, at + batch))));
  return found;
}
