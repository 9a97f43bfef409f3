import * as z from 'zod';
import { idPattern, type Noun } from './ids.ts';

/** RFC 3339, UTC, whole seconds. */
export const timestamp = z.string().regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);

/** A time in a request: RFC 3339 with any offset, on an existing day; read as UTC in whole seconds. */
export const moment = z.iso
  .datetime({ offset: true, error: 'is no RFC 3339 date and time, such as 2026-11-21T04:10:00Z' })
  .transform((text) => new Date(text).toISOString().replace(/\.\d{3}Z$/, 'Z'))
  .refine((text) => timestamp.safeParse(text).success, 'lies outside the years 0000 to 9999');

/** An id of this noun, as replies have it. */
export const id = (noun: Noun) => z.string().regex(idPattern(noun));

/** The reply to a deletion once nothing is left of what it deleted. */
export const deleted = (noun: Noun) => z.strictObject({ id: id(noun), deleted: z.literal(true) });
export interface Deleted {
  id: string;
  deleted: true;
}

/** Twelve decimal digits. */
export const accountId = z.string().regex(/^\d{12}$/, 'must be 12 decimal digits');

export const region = 'in-mum';

/** Up to 20 pairs (contract 1.1). */
export const tags = z
  .record(
    z.string().regex(/^[A-Za-z0-9._:/-]{1,63}$/, 'a key is 1 to 63 of A-Z a-z 0-9 . _ : / -'),
    z.string().max(128),
  )
  .refine((pairs) => Object.keys(pairs).length <= 20, 'at most 20 tags');

/** The attributes that every stored resource has. */
export const stamps = { account_id: accountId, created_at: timestamp, updated_at: timestamp };

/** At most 100 items without duplicates; empty where the field is left out. */
export const distinct = <T extends z.ZodType<string>>(item: T) =>
  z
    .array(item)
    .max(100)
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
    /^[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?(\.[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?)*$/,
    'must be an RFC 1123 hostname: labels of letters, digits and inner hyphens, joined by dots',
  );
