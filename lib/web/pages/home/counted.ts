import type { Quota } from '#lib/generated/client/schemas.ts';

/** The quotas that count what an account has, and the page that shows it. */
export const kinds: Readonly<Record<string, readonly [string, string]>> = {
  instances: ['Instances', '/instances'],
  asgs: ['Auto scaling groups', '/groups'],
  volumes: ['Volumes', '/volumes'],
  snapshots: ['Snapshots', '/snapshots'],
  images: ['Images', '/images'],
  vpcs: ['Networks', '/networks'],
  elastic_ips: ['Elastic IPs', '/addresses'],
  load_balancers: ['Load balancers', '/load-balancers'],
  buckets: ['Buckets', '/buckets'],
};

/** Whether an account has nothing yet: every account has a network. */
export const hasNothing = (quotas: readonly Quota[]): boolean =>
  quotas.every(({ name, used }) => used === 0 || name === 'vpcs' || !(name in kinds));
