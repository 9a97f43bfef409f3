import * as z from 'zod';
import { services } from './meter.ts';

const paise = z.int();

const spendByService = z.record(z.enum(services), paise);

/** An account's balance, spending and projection (contract 2); months and days are in IST. */
export const billingSummary = z.strictObject({
  currency: z.literal('INR'),
  balance_paise: paise,
  credit_paise: paise,
  month_to_date_paise: paise,
  projected_month_paise: paise,
  burn_rate_paise_per_hour: paise,
  runway_hours: z.number().nullable(),
  history: z.array(z.strictObject({ month: z.string(), spend_paise: paise })),
  daily: z.array(z.strictObject({ date: z.string(), spend_paise: paise, by_service: spendByService })),
  by_service: spendByService,
  low_balance: z.boolean(),
});
export type BillingSummary = z.infer<typeof billingSummary>;

/** A monthly budget: when its owner is notified, and whether it blocks new spending once it is used up. */
export const budget = z.strictObject({
  monthly_limit_paise: paise.nullable(),
  alert_percents: z.array(z.int()),
  action: z.enum(['notify', 'block_new']),
  month_to_date_paise: paise,
  currency: z.literal('INR'),
  updated_at: z.string().nullable(),
});
export type Budget = z.infer<typeof budget>;

/** A request that sets a budget; a null `monthly_limit_paise` removes it. */
export const budgetInput = z.strictObject({
  monthly_limit_paise: z.int().min(100).max(1_000_000_000).nullable(),
  alert_percents: z
    .array(z.int().min(1).max(200))
    .max(10)
    .refine((parts) => new Set(parts).size === parts.length, 'names a percentage twice')
    .default([50, 80, 100]),
  action: z.enum(['notify', 'block_new']).default('notify'),
});
export type BudgetInput = z.infer<typeof budgetInput>;
