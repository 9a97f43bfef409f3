import * as z from 'zod';
import { hourlyPaise } from './catalog.ts';

/** An effect of a request on a resource other than the one that it names. */
const consequence = z.strictObject({
  type: z.string().describe('The kind of the resource.').meta({ example: 'volume' }),
  id: z.string().describe('Its id, or its name if it has no id.').meta({ example: 'vol-01kanx7m3v5q8w2c4d6f7g9h1j' }),
  effect: z.string().describe('What would happen to it.').meta({ example: 'detached' }),
});
export type Consequence = z.infer<typeof consequence>;

/** The reply to a request with `?dry_run=true` that would have succeeded. */
export const dryRun = z.strictObject({
  dry_run: z.literal(true).describe('States that nothing was changed.'),
  would: z.string().describe('What the request would do, for people.').meta({ example: 'launch web-01 as s1-small' }),
  price_delta_paise_per_hour: z
    .int()
    .describe("The change in the account's hourly cost, in paise before GST; negative if the cost falls.")
    .meta({ example: 123 }),
  price_delta_paise_per_month: z
    .int()
    .describe('The change in the cost of a month of 730 hours, in paise before GST; negative if the cost falls.')
    .meta({ example: 89_900 }),
  cascade: z.array(consequence).describe('What would happen to other resources, such as volumes of an instance.'),
});
export type DryRun = z.infer<typeof dryRun>;

/**
 * What a verb reports about its effect for a dry run. Without prices they do not change; without a cascade no other
 * resource changes.
 */
export type Rehearsal = Pick<DryRun, 'would'> & Partial<Omit<DryRun, 'dry_run' | 'would'>>;

/** A change of price, by the hour and by the month. */
export type PriceDelta = Pick<DryRun, 'price_delta_paise_per_hour' | 'price_delta_paise_per_month'>;

/** The change in cost of `count` resources, from the catalog's prices before and after in whole rupees a month. */
export const priceDelta = (before: number, after: number, count = 1): PriceDelta => ({
  price_delta_paise_per_hour: (hourlyPaise(after) - hourlyPaise(before)) * count,
  price_delta_paise_per_month: Math.round((after - before) * 100) * count,
});

/** The change in cost by this many paise a month. */
export const paiseDelta = (paise: number): PriceDelta => priceDelta(0, paise / 100);

/** The sum of several changes of price. */
export const sumOf = (deltas: readonly PriceDelta[]): PriceDelta => ({
  price_delta_paise_per_hour: deltas.reduce((sum, one) => sum + one.price_delta_paise_per_hour, 0),
  price_delta_paise_per_month: deltas.reduce((sum, one) => sum + one.price_delta_paise_per_month, 0),
});

/** The same effect on several resources of one kind. */
export const each = (type: string, ids: readonly string[], effect: string): Consequence[] =>
  ids.map((id) => ({ type, id, effect }));
