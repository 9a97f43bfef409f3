import * as z from 'zod';
import { accountId, currency, timestamp } from '#lib/model/platform/common.ts';
import { defaultLimits, type QuotaName, quota } from '#lib/model/platform/quota.ts';

/* Accounts as operators see them (contract 4.13). */

/** The statuses of an account (contract 3.12). */
export const customerStatuses = ['active', 'suspended', 'blocked'] as const;

const paise = (about: string) => z.int().describe(about).meta({ example: 50_000 });

/** The quotas whose use is shown in lists of accounts. */
export const countedQuotas = ['instances', 'volumes', 'buckets', 'elastic_ips'] as const satisfies QuotaName[];

const count = (what: string) => z.int().describe(`How many ${what} it has.`).meta({ example: 3 });

/** An account, as operators see it. */
export const customer = z.strictObject({
  id: accountId,
  name: z.string().describe('The name of the account.').meta({ example: 'Blue Lotus Traders' }),
  email: z.string().nullable().describe("The owner's address.").meta({ example: 'asha@example.in' }),
  email_verified: z.boolean().describe("Whether the owner's address is verified.").meta({ example: true }),
  status: z
    .enum(customerStatuses)
    .describe('`suspended` for lack of money; `blocked` by operators.')
    .meta({ example: 'active' }),
  status_reason: z.string().nullable().describe('Why it is blocked; null otherwise.').meta({ example: null }),
  operator: z.boolean().describe('Whether the account runs this platform.').meta({ example: false }),
  balance_paise: paise('The balance of the wallet, in paise.'),
  available_paise: paise('The part of the balance that is not held, in paise.'),
  currency,
  counts: z
    .strictObject({
      instances: count('instances'),
      volumes: count('volumes'),
      buckets: count('buckets'),
      elastic_ips: count('elastic IPs'),
    })
    .describe('What it has.'),
  quotas: z.array(quota).nullable().describe('Its limits and how much of them it uses; null in lists.'),
  created_at: timestamp.describe('When it was created, in UTC.'),
  updated_at: timestamp.describe('When it last changed, in UTC.'),
});
export type Customer = z.infer<typeof customer>;

const reason = (about: string) => z.string().trim().min(1).max(200).describe(about);

/** The body of a request that blocks an account. */
export const blockWish = z.strictObject({
  reason: reason('The reason, for operators; the owner does not see it.')
    .optional()
    .meta({ example: 'abuse report 1182' }),
});

/** The body of a request that credits an account. */
export const creditWish = z.strictObject({
  amount_paise: z.int().min(1).max(50_000_000).describe('The amount, in paise.').meta({ example: 100_000 }),
  reason: reason("The reason; the owner sees it in the wallet's history.").meta({ example: 'outage of 14 November' }),
});

const limit = (name: QuotaName) =>
  z
    .int()
    .min(0)
    .max(1_000_000)
    .nullable()
    .optional()
    .describe(`The limit of ${name}; null for the default.`)
    .meta({ example: defaultLimits[name] });

const names = Object.keys(defaultLimits) as QuotaName[];

/** An account's own limits, by the names of its quotas. */
export const quotaWish = z.strictObject(
  Object.fromEntries(names.map((name) => [name, limit(name)])) as Record<QuotaName, ReturnType<typeof limit>>,
);
