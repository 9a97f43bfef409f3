import type { Item } from '#lib/client/methods.ts';
import { wholeRupees } from './money.ts';

/* The lists out of which forms choose one, and how their items are called there. */

/** What tells images of the three types apart. */
const imageKinds = { system: '', account: ' · your image', snapshot: ' · snapshot' } as const;

const labels = {
  listAutoScalingGroups: ({ name }: Item<'listAutoScalingGroups'>) => name,
  listBuckets: ({ name }: Item<'listBuckets'>) => name,
  listCertificates: ({ name, domains }: Item<'listCertificates'>) =>
    domains.length > 0 ? `${name} · ${domains[0]}` : name,
  listElasticIps: ({ name, address }: Item<'listElasticIps'>) => (name ? `${name} · ${address}` : address),
  listGroups: ({ name }: Item<'listGroups'>) => name,
  listImages: ({ name, type }: Item<'listImages'>) => name + imageKinds[type],
  listInstances: ({ name, private_ip }: Item<'listInstances'>) => `${name} · ${private_ip}`,
  listInstanceTypes: ({ id, cpu, ram, disk, price_monthly }: Item<'listInstanceTypes'>) =>
    `${id} · ${cpu} vCPU, ${ram / 1024} GiB, ${disk} GiB disk · ${wholeRupees(price_monthly)} a month`,
  listLoadBalancers: ({ name, public_ip }: Item<'listLoadBalancers'>) => `${name} · ${public_ip}`,
  listPolicies: ({ name, type }: Item<'listPolicies'>) => `${name} · ${type}`,
  listSnapshots: ({ name, size_gib }: Item<'listSnapshots'>) => `${name} · ${size_gib} GiB`,
  listSshKeys: ({ name, type }: Item<'listSshKeys'>) => `${name} · ${type}`,
  listUsers: ({ username }: Item<'listUsers'>) => username,
  listVolumes: ({ name, size_gib }: Item<'listVolumes'>) => `${name} · ${size_gib} GiB`,
  listVpcs: ({ name, cidr, is_default }: Item<'listVpcs'>) => `${name} · ${cidr}${is_default ? ' · default' : ''}`,
};

/** A list out of which one can be chosen by name. */
export type PickId = keyof typeof labels;

/** An item of such a list as forms call it: its name, and what tells it from others of that name. */
export const labelOf = <K extends PickId>(operation: K, item: Item<K>): string =>
  (labels[operation] as (item: Item<K>) => string)(item);
