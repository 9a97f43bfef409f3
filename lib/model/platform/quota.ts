import * as z from 'zod';

/** The default limits of an account, by the names of GET /compute/quotas (contract 1.9). */
export const defaultLimits = {
  instances: 20,
  vcpus: 40,
  asgs: 5,
  elastic_ips: 5,
  vpcs: 5,
  volumes: 20,
  volume_gib: 2048,
  snapshots: 50,
  images: 10,
  load_balancers: 5,
  certificates: 10,
  ssh_keys: 50,
  iam_users: 50,
  groups: 20,
  custom_policies: 50,
  buckets: 20,
  pending_invites: 20,
  members: 20,
  webhooks: 10,
} as const;

/** The name of the limit. */
export type QuotaName = keyof typeof defaultLimits;

/** One line of GET /compute/quotas (contract 1.9). */
export const quota = z.strictObject({
  name: z.string().describe('The name of the limit.').meta({ example: 'instances' }),
  limit: z.int().describe('The maximum for the account.').meta({ example: 20 }),
  used: z.int().describe('The number in use.').meta({ example: 3 }),
});
export type Quota = z.infer<typeof quota>;
