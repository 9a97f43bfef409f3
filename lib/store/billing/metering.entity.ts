import * as z from 'zod';
import { services } from '#lib/model/billing/meter.ts';
import { entity } from '#lib/store/entity.ts';

/** The notices that an account has received about its wallet, and whether it is suspended. */
export const standing = z.strictObject({
  /** The step (days of runway) of the last warning; null where there was none, or enough runway since. */
  warned: z.number().nullable(),
  /** Since when the wallet is empty (epoch seconds). */
  empty_since: z.number().nullable(),
  /** Whether the account is suspended for lack of money, with its machines stopped. */
  suspended: z.boolean(),
  /** The highest alert percentage of a month's budget that was reported. */
  alerted: z
    .strictObject({
      month: z.string(),
      percent: z.number(),
    })
    .nullable(),
});

/** How far an account has been charged for its use. */
export const meteringRecord = z.strictObject({
  account_id: z.string(),
  /** Epoch seconds (civil clock) up to which it is charged. */
  through: z.number(),
  /** When it is charged next (RFC 3339); null when no billable resource is left. */
  due: z.string().nullable(),
  standing: standing,
  /** Every write increases it by one. */
  version: z.number(),
});

/** An account's monthly budget. */
export const budgetRecord = z.strictObject({
  monthly_limit_paise: z.number().nullable(),
  alert_percents: z.array(z.number()),
  action: z.enum(['notify', 'block_new']),
  updated_at: z.string().nullable(),
  version: z.number(),
});

/** An account's spend in a calendar month (IST), in paise. */
export const spendRecord = z.strictObject({
  account_id: z.string(),
  month: z.string(),
  by_service: z.partialRecord(z.enum(services), z.number()),
  /** By the day of the month, `01` to `31`. */
  days: z.record(z.string(), z.number()),
  /** `days` by service. Days charged before this field existed have no entry. */
  day_services: z.record(z.string(), z.partialRecord(z.enum(services), z.number())).exactOptional(),
  /** The part of `by_service` for deleted resources, whose meters are removed. */
  gone: z.partialRecord(z.enum(services), z.number()),
});

export const entities = {
  metering: entity({
    about: 'metering',
    pk: 'A#<account>#wallet',
    sk: 'METERING',
    index: { name: 'meteringIndex', pk: 'METERING', sk: '<due>#<account>', isDivided: true },
    read: 'metering schedule',
    version: 'version',
    record: meteringRecord,
  }),
  budget: entity({
    about: 'budget',
    pk: 'A#<account>#wallet',
    sk: 'BUDGET',
    read: 'GET /auth/billing/budget, metering',
    version: 'version',
    record: budgetRecord,
  }),
  spend: entity({
    about: 'monthly spend',
    pk: 'A#<account>#wallet',
    sk: 'SPEND#<month>',
    read: 'metering schedule, summary',
    expires: 'always',
    record: spendRecord,
  }),
  mark: entity({
    about: 'meter mark',
    pk: 'A#<account>#wallet',
    sk: 'METER#<resource>#<seq, number>',
    index: { name: 'meteringIndex', pk: 'METERING', sk: '<at>#<account>', isDivided: true },
    read: 'metering schedule, summary',
    record: z.strictObject({
      resource: z.string(),
      service: z.enum(services),
      /** Whole paise a month; 0 once it is no longer charged. */
      price_paise: z.number(),
      /** Epoch seconds (civil clock). */
      at: z.number(),
      /** Orders the marks of one resource. */
      seq: z.number(),
      /** Whether at least a minute is charged from here. */
      minimum: z.boolean(),
      account_id: z.string(),
    }),
  }),
  meter: entity({
    about: 'meter',
    pk: 'A#<account>#wallet',
    sk: 'METER#<resource>',
    read: 'metering schedule, summary',
    record: z.strictObject({
      resource: z.string(),
      service: z.enum(services),
      month: z.string(),
      /** Monthly price in paise times seconds. */
      accrued: z.number(),
      /** The highest monthly price in the month, at which the month is capped. */
      top_paise: z.number(),
      price_paise: z.number(),
      /** Epoch seconds up to which `accrued` counts. */
      since: z.number(),
      /** Epoch seconds until which the current price is charged in any case. */
      until: z.number(),
      /** The number of the last applied mark. */
      seq: z.number(),
    }),
  }),
};
