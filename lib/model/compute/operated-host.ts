import * as z from 'zod';
import { accountId, id, timestamp } from '#lib/model/platform/common.ts';
import { pool, scopeName } from '#lib/model/platform/host-setting-forms.ts';
import type { Form } from '#lib/model/platform/setting-forms.ts';

/* Hosts as operators see them (contract 4.13). */

/** The id of a host in paths. */
export const hostId = z
  .string()
  .regex(/^[A-Za-z0-9][A-Za-z0-9\-]{0,62}$/v)
  .describe("The host's id.")
  .meta({ example: 'host-4k2mq8x1c7vd' });

/** The states of a host, from operators' actions and heartbeats. */
export const operatedStates = ['joining', 'active', 'draining', 'silent', 'lost', 'fenced'] as const;
export type OperatedState = (typeof operatedStates)[number];

const room = (what: string) =>
  z
    .strictObject({
      ram_mib: z.int().describe('Memory, in MiB.').meta({ example: 131_072 }),
      vcpus: z.int().describe('Virtual CPUs.').meta({ example: 64 }),
      instances: z.int().describe('Instances: each has one SSH port of the host.').meta({ example: 120 }),
    })
    .describe(what);

const factor = z.number().min(0.1).max(16);

/** The factors by which a host may be overcommitted. */
const factors = z
  .strictObject({
    ram: factor.describe("The factor for memory: 1 is all of the host's memory.").meta({ example: 1 }),
    vcpus: factor.describe('The factor for vCPUs: 2 is twice the number that the host has.').meta({ example: 2 }),
  })
  .describe("How much of the host's capacity machines may use.");

const name = z
  .string()
  .regex(
    /^[A-Za-z0-9][A-Za-z0-9._ \-]{0,62}$/v,
    'must be 1 to 63 of A-Z a-z 0-9 . _ - and spaces, beginning with one of A-Z a-z 0-9',
  )
  .describe("The operators' name for it; initially its id.")
  .meta({ example: 'rack-4-slot-2' });

const words = (about: string, example: string[]) => z.array(z.string()).describe(about).meta({ example });
const scope = (about: string) => z.string().describe(about).meta({ example: 'host-4k2mq8x1c7vd' });

const formed = ({ parse, allowed }: Form<string>, most: number) =>
  z
    .string()
    .max(most)
    .refine((said) => parse(said) !== undefined, `must be ${allowed}`);

const allowedDisks = formed(scopeName, 63)
  .nullable()
  .describe('The disk scope that it may share with other hosts; null for none.')
  .meta({ example: null });
const allowedPool = formed(pool, 64)
  .nullable()
  .describe('The block of addresses that it may share with other hosts; null for none.')
  .meta({ example: null });

/** A host, as operators see it. */
export const host = z.strictObject({
  id: hostId,
  name,
  kind: z
    .enum(['agent', 'ec2', 'edge'])
    .describe('The kind of host: `agent` is a machine with svc-host.')
    .meta({ example: 'agent' }),
  driver: z
    .string()
    .nullable()
    .describe('The compute driver; null before its first start.')
    .meta({ example: 'container' }),
  state: z
    .enum(operatedStates)
    .describe(
      '`joining` before its first start; `silent` after a minute without a heartbeat, `lost` after ten; nothing new is placed on one that is `draining`; calls of one that is `fenced` are refused.',
    )
    .meta({ example: 'active' }),
  seen_at: timestamp.nullable().describe('Its last heartbeat, in UTC; null before the first.'),
  protocol: z
    .int()
    .nullable()
    .describe('The version of the host API that it speaks; null before its first start.')
    .meta({ example: 1 }),
  capacity: room('The total that machines may use.'),
  capacity_factors: factors,
  used: room('The part that machines use.'),
  capabilities: words('What it can do.', ['volumes', 'snapshots']),
  images: words('The ids of the images that it can boot.', ['ubuntu-24.04']),
  instances: z.int().describe('The number of instances on it, including stopped ones.').meta({ example: 120 }),
  machines: z
    .array(
      z.strictObject({
        instance_id: id('instance').describe('The instance.'),
        account_id: accountId.describe('The account that owns it.'),
        port: z.int().describe('The SSH port that it has.').meta({ example: 20_001 }),
      }),
    )
    .nullable()
    .describe('The instances on it, at most 1,000; null in lists.'),
  network_scope: scope('Hosts of one scope reach the same VPCs.'),
  disk_scope: scope('Hosts of one scope reach the same volumes.'),
  address_pool: z
    .string()
    .nullable()
    .describe('The block of its public addresses; null without.')
    .meta({ example: '203.0.113.0/28' }),
  allowed_disk_scope: allowedDisks,
  allowed_address_pool: allowedPool,
  refused: z
    .strictObject({
      at: timestamp.describe('When, in UTC.'),
      reason: z
        .string()
        .describe('The response of the service.')
        .meta({ example: 'another host has 203.0.113.7, or a part of it: offer other addresses, or ask an operator' }),
    })
    .nullable()
    .describe('Why the platform refuses what the host last offered; null if nothing is refused.'),
  created_at: timestamp.describe('When it joined, in UTC.'),
});
export type OperatedHost = z.infer<typeof host>;

/** The body of a PATCH of a host. */
export const hostChange = z.strictObject({
  name: name.optional(),
  capacity_factors: factors.optional(),
  allowed_disk_scope: allowedDisks.optional(),
  allowed_address_pool: allowedPool.optional(),
});
export type HostChange = z.infer<typeof hostChange>;

const joinTokenId = z
  .string()
  .regex(/^[a-z0-9]{4,12}$/)
  .describe("The token's id, which is not secret.")
  .meta({ example: '4k2mq8x1c7vd' });

/** The path of a join token. */
export const joinTokenPath = z.strictObject({ id: joinTokenId });

const tokenFields = {
  id: joinTokenId,
  host_id: hostId
    .nullable()
    .describe('The existing host that joins again with it; null for a new host.')
    .meta({ example: null }),
  disk_scope: allowedDisks,
  address_pool: allowedPool,
  expires_at: timestamp.describe('The time until which it can be used, in UTC.'),
  created_at: timestamp.nullable().describe('When it was created, in UTC; null if a program created it.'),
  created_by: z.string().nullable().describe('Who made it.').meta({ example: 'asha@example.in' }),
};

/** A token with which one host can join. */
export const joinToken = z.strictObject(tokenFields);
export type JoinTokenView = z.infer<typeof joinToken>;

/** A new join token, with its text. */
export const newJoinToken = z.strictObject({
  ...tokenFields,
  token: z
    .string()
    .describe('The token itself; only this reply contains it.')
    .meta({ example: 'svcj_4k2mq8x1c7vd_q3Zk0fVb8Lw1Xc5Nn7Rt2Yy9Uu4Ii6Oo8Pp0Aa2Ss4D' }),
  command: z
    .string()
    .describe('The command that makes a machine a host with this token; run it there as root.')
    .meta({ example: 'svc-host join --url https://api.example.in --token svcj_4k2mq8x1c7vd_…' }),
});
export type NewJoinTokenView = z.infer<typeof newJoinToken>;

/** The maximum validity of a join token in seconds. */
const week = 7 * 24 * 3600;

/** The body of a request for a new join token. */
export const joinTokenWish = z.strictObject({
  host_id: hostId
    .nullable()
    .default(null)
    .describe('The host whose lost key it replaces; omit it for a new host.')
    .meta({ example: 'host-4k2mq8x1c7vd' }),
  disk_scope: allowedDisks.default(null),
  address_pool: allowedPool.default(null),
  expires_in_seconds: z
    .int()
    .min(60)
    .max(week)
    .default(3600)
    .describe('How long it is valid, in seconds.')
    .meta({ example: 3600 }),
});
export type JoinTokenWish = z.infer<typeof joinTokenWish>;

/** An address of a host's pool. */
export const poolAddress = z.strictObject({
  address: z.ipv4().describe('The address.').meta({ example: '203.0.113.7' }),
  status: z
    .enum(['free', 'used', 'resting', 'withheld', 'reserved'])
    .describe(
      '`used` by a resource; `resting` for a minute after its release; `withheld` by operators; `reserved` if another program of the host listens on it.',
    )
    .meta({ example: 'used' }),
  account_id: accountId.nullable().describe('The account whose resource has it; null if none has.'),
  resource_id: z
    .string()
    .nullable()
    .describe('The resource that has it; null if none has.')
    .meta({ example: 'eip-01kanx7m3v5q8w2c4d6f7g9h1j' }),
});
export type PoolAddress = z.infer<typeof poolAddress>;
