import * as z from 'zod';
import { idPattern, type Noun, prefixes } from './ids.ts';

/** RFC 3339, UTC, whole seconds. */
export const timestamp = z
  .string()
  .regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/)
  .describe('A time in UTC, in whole seconds.')
  .meta({ format: 'date-time', example: '2026-11-21T04:10:00Z' });

/** A time in a request: RFC 3339 with any offset, on an existing day. It is converted to UTC in whole seconds. */
export const moment = z.iso
  .datetime({ offset: true, error: 'is not an RFC 3339 date and time, such as 2026-11-21T04:10:00Z' })
  .transform((text) => new Date(text).toISOString().replace(/\.\d{3}Z$/, 'Z'))
  .refine((text) => timestamp.safeParse(text).success, 'lies outside the years 0000 to 9999')
  .describe('An RFC 3339 time with any offset; fractions of a second are dropped.')
  .meta({ example: '2026-11-21T04:10:00Z' });

/** Nouns that differ from their key in lower case. */
const spelt: Partial<Record<Noun, string>> = {
  asg: 'auto scaling group',
  elasticIp: 'elastic IP',
  firewallRule: 'firewall rule',
  vpc: 'VPC',
  loadBalancer: 'load balancer',
  sshKey: 'SSH key',
};

/** An id of this noun, as replies have it. */
export const id = (noun: Noun) =>
  z
    .string()
    .regex(idPattern(noun))
    .describe(
      `The ${spelt[noun] ?? noun}'s id: \`${prefixes[noun]}-\` and 26 characters that sort by the time of creation.`,
    )
    .meta({ example: `${prefixes[noun]}-01kanx7m3v5q8w2c4d6f7g9h1j` });

/** Twelve decimal digits. */
export const accountId = z
  .string()
  .regex(/^\d{12}$/, 'must be 12 decimal digits')
  .describe("The account's id: 12 decimal digits.")
  .meta({ example: '482910337451' });

export const region = 'in-mum';

/** The currency of every amount. */
export const currency = z.literal('INR').describe('The currency of the amounts: Indian rupees.');

/** Why a resource has its status. */
export const statusReason = z
  .string()
  .nullable()
  .describe('The reason for the status, for people; null if there is none.')
  .meta({ readOnly: true, example: null });

/** The confirmation in the reply to a deletion. */
export const deleted = z.literal(true).describe('States that it is deleted.');

/** The reply to a deletion that is complete. */
export const deletedReply = (noun: Noun) => z.strictObject({ id: id(noun), deleted });
export interface Deleted {
  id: string;
  deleted: true;
}

/**
 * The reply to a deletion that continues after it: its state or, with Prefer: wait, the final state of the resource.
 */
export const deletionReply = <R extends z.ZodType>(noun: Noun, resource: R) =>
  z.union([
    z.strictObject({ id: id(noun), status: z.literal('deleting').describe('States that its deletion has begun.') }),
    resource,
    deletedReply(noun),
  ]);

/** Up to 20 pairs (contract 1.1). */
export const tags = z
  .record(
    z.string().regex(/^[A-Za-z0-9._:\/\-]{1,63}$/v, 'a key is 1 to 63 of A-Z a-z 0-9 . _ : / -'),
    z.string().max(128),
  )
  .refine((pairs) => Object.keys(pairs).length <= 20, 'at most 20 tags')
  .describe('Tags: at most 20 keys, each with a value.')
  .meta({ example: { env: 'production' } });

/** The attributes that every stored resource has. */
export const stamps = {
  account_id: accountId.describe('The account that it belongs to.').meta({ readOnly: true }),
  created_at: timestamp.describe('When it was created, in UTC.').meta({ readOnly: true }),
  updated_at: timestamp.describe('When it last changed, in UTC.').meta({ readOnly: true }),
};

/** At most 100 items without duplicates; empty if the field is left out. */
export const distinct = <T extends z.ZodType<string>>(item: T) =>
  z
    .array(item)
    .max(100)
    .meta({ uniqueItems: true })
    .default([])
    .transform((items) => [...new Set<string>(items)]);

/** A query parameter that is true or false. */
export const flag = z.enum(['true', 'false']).transform((value) => value === 'true');

/**
 * A query parameter that is an integer in decimal digits. Other forms that `Number` accepts, such as 1e2, 0x10 or a
 * space, are invalid. Set its default by `prefault`, which the OpenAPI document shows.
 */
export const wholeNumber = (least: number, most: number) =>
  z.preprocess(
    (text) => (typeof text === 'string' && /^-?\d{1,15}$/.test(text) ? Number(text) : text),
    z.int().min(least).max(most),
  );

/** 1 to 63 characters of RFC 1123 labels joined by dots. */
export const hostname = z
  .string()
  .max(63)
  .regex(
    /^[A-Za-z0-9]([A-Za-z0-9\-]{0,61}[A-Za-z0-9])?(\.[A-Za-z0-9]([A-Za-z0-9\-]{0,61}[A-Za-z0-9])?)*$/v,
    'must be an RFC 1123 hostname: labels of letters, digits and inner hyphens, joined by dots',
  )
  .describe('The name, an RFC 1123 hostname; it need not be unique.')
  .meta({ example: 'web-01' });
