import * as z from 'zod';
import { services } from './meter.ts';

const paise = z.int();

/** What an account has, spends, and will have spent (contract 2); months and days are IST's. */
export const billingSummary = z.strictObject({
  currency: z.literal('INR'),
  balance_paise: paise,
  credit_paise: paise,
  month_to_date_paise: paise,
  projected_month_paise: paise,
  burn_rate_paise_per_hour: paise,
  runway_hours: z.number().nullable(),
  history: z.array(z.strictObject({ month: z.string(), spend_paise: paise })),
  daily: z.array(z.strictObject({ date: z.string(), spend_paise: paise })),
  by_service: z.record(z.enum(services), paise),
  low_balance: z.boolean(),
});
export type BillingSummary = z.infer<typeof billingSummary>;
