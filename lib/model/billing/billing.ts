import * as z from 'zod';
import { currency, timestamp } from '#lib/model/platform/common.ts';
import { type Service, services } from './meter.ts';

const paise = z.int();

/** The cost of each service, by its name. */
const byService = Object.fromEntries(
  services.map((service) => [
    service,
    paise.describe(`What ${service.replace('_', ' ')} cost, in paise before GST.`).meta({ example: 710 }),
  ]),
) as Record<Service, typeof paise>;

const resourcesAtMost = 50;
const mustBeIds = 'must be ids of instances, volumes, snapshots, images, elastic IPs or load balancers';

/** The query of GET /auth/billing. */
export const summaryQuery = z.strictObject({
  resource_id: z
    .string()
    .regex(/^(?:eip|i|img|lb|snap|vol)-[0-9a-z]{26}(?:,(?:eip|i|img|lb|snap|vol)-[0-9a-z]{26})*$/, mustBeIds)
    .transform((text) => [...new Set(text.split(','))])
    .refine((ids) => ids.length <= resourcesAtMost, `names more than ${resourcesAtMost} resources`)
    .optional()
    .describe(
      'The ids of instances, volumes, snapshots, images, elastic IPs and load balancers whose own cost `resources` answers, comma-separated; at most 50.',
    )
    .meta({ example: 'i-01kanx7m3v5q8w2c4d6f7g9h1j' }),
});
export type SummaryQuery = z.infer<typeof summaryQuery>;

/** An account's balance, spending and projection (contract 2); months and days are in IST. */
export const billingSummary = z.strictObject({
  currency,
  balance_paise: paise
    .describe('The balance of the wallet, in paise; negative if usage exceeded it.')
    .meta({ example: 95000 }),
  credit_paise: paise.describe('How much of the balance is promotional credit, in paise.').meta({ example: 50000 }),
  month_to_date_paise: paise
    .describe("The account's spending in this calendar month (IST), in paise before GST.")
    .meta({ example: 4260 }),
  projected_month_paise: paise
    .describe('The projected cost of the whole month at the current rate, in paise.')
    .meta({ example: 104000 }),
  burn_rate_paise_per_hour: paise
    .describe("The current cost of the account's resources, in paise an hour.")
    .meta({ example: 143 }),
  runway_hours: z
    .number()
    .nullable()
    .describe('The number of hours until the balance is used up at the current rate; null if no resource is charged.')
    .meta({ example: 664.3 }),
  history: z
    .array(
      z.strictObject({
        month: z.string().describe('The calendar month in IST.').meta({ example: '2026-10' }),
        spend_paise: paise.describe('What the month cost, in paise.').meta({ example: 98020 }),
      }),
    )
    .describe('What each of the last months cost.'),
  daily: z
    .array(
      z.strictObject({
        date: z.string().describe('The day in IST.').meta({ example: '2026-11-20' }),
        spend_paise: paise.describe('What the day cost, in paise.').meta({ example: 3432 }),
        by_service: z.strictObject(byService).describe('What each service cost on this day, in paise.'),
      }),
    )
    .describe('What each of the last days cost.'),
  by_service: z.strictObject(byService).describe('What each service cost in this month, in paise.'),
  low_balance: z.boolean().describe('Whether the balance is so low that its owner is warned.'),
  resources: z
    .array(
      z.strictObject({
        id: z.string().describe('The id that `resource_id` names.').meta({ example: 'i-01kanx7m3v5q8w2c4d6f7g9h1j' }),
        price_paise_per_month: paise
          .describe('What 730 hours cost at its current price, in paise.')
          .meta({ example: 29900 }),
        month_to_date_paise: paise
          .describe('Its cost in this calendar month (IST) up to now, in paise.')
          .meta({ example: 4260 }),
      }),
    )
    .describe('The cost of each resource of the account that `resource_id` names and that is charged, in that order.'),
});
export type BillingSummary = z.infer<typeof billingSummary>;

/** A monthly budget: when its owner is notified, and whether it blocks new spending once it is used up. */
export const budget = z.strictObject({
  monthly_limit_paise: paise
    .nullable()
    .describe('The limit of a calendar month (IST), in paise; null where none is set.')
    .meta({ example: 200000 }),
  alert_percents: z
    .array(z.int())
    .describe('The percentages of the limit at which the owner is notified.')
    .meta({ example: [50, 80, 100] }),
  action: z
    .enum(['notify', 'block_new'])
    .describe('What happens at the limit: `notify` notifies the owner, `block_new` also refuses new spending.')
    .meta({ example: 'notify' }),
  month_to_date_paise: paise.describe('What the account spent in this month, in paise.').meta({ example: 4260 }),
  currency,
  updated_at: timestamp
    .nullable()
    .describe('When the budget was last set, in UTC; null where it never was.')
    .meta({ example: '2026-11-21T04:10:00Z' }),
});
export type Budget = z.infer<typeof budget>;

/** A request that sets a budget; a null `monthly_limit_paise` removes it. */
export const budgetInput = z.strictObject({
  monthly_limit_paise: z
    .int()
    .min(100)
    .max(1_000_000_000)
    .nullable()
    .describe('The limit of a calendar month (IST), in paise; null removes it.')
    .meta({ example: 200000 }),
  alert_percents: z
    .array(z.int().min(1).max(200))
    .max(10)
    .refine((parts) => new Set(parts).size === parts.length, 'names a percentage twice')
    .default([50, 80, 100])
    .describe('The percentages of the limit at which the owner is notified, once each.')
    .meta({ uniqueItems: true, example: [50, 80, 100] }),
  action: z
    .enum(['notify', 'block_new'])
    .default('notify')
    .describe('What happens at the limit: `notify` notifies the owner, `block_new` also refuses new spending.')
    .meta({ example: 'notify' }),
});
export type BudgetInput = z.infer<typeof budgetInput>;
