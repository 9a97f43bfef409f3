import * as z from 'zod';
import { moment } from './common.ts';
import { startOfDay } from './ist.ts';

const day = 24 * 3600 * 1000;

/** A financial year in a request, with or without the century: `26-27`, `2026-27`. */
export const financialYearInput = z
  .string()
  .regex(/^(20)?\d\d-\d\d$/, 'must be a financial year: 26-27 or 2026-27')
  .transform((text) => text.slice(-5))
  .refine((text) => (Number(text.slice(0, 2)) + 1) % 100 === Number(text.slice(3)), 'must be two consecutive years');

const isDay = (text: string): boolean =>
  /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text)) && new Date(text).toISOString().startsWith(text);

const form = 'must be a time (2026-11-21T04:10:00Z) or a day in IST (2026-11-21)';
const momentOf = (text: string): Date | undefined => {
  if (isDay(text)) return startOfDay(text);
  const { data } = moment.safeParse(text);
  return data === undefined ? undefined : new Date(data);
};

const momentOrDay = z.string().refine((text) => momentOf(text) !== undefined, form);

/** The first moment of a period that begins at a time or on a day in IST. */
export const periodStart = momentOrDay.transform((text) => momentOf(text) as Date);

/** The first moment after a period, from its last second or day. */
export const periodEnd = momentOrDay.transform(
  (text) => new Date((momentOf(text) as Date).getTime() + (isDay(text) ? day : 1000)),
);

/** The query parameters of a period, for a list of this kind. */
export const periodOf = (plural: string) => ({
  from: periodStart
    .optional()
    .describe(`Only ${plural} from this time or day (IST) on.`)
    .meta({ example: '2026-11-01' }),
  to: periodEnd
    .optional()
    .describe(`Only ${plural} up to this time or day (IST), which is included.`)
    .meta({ example: '2026-11-30' }),
});

/** Refuses a period that ends before it begins. */
export function inOrder(
  { from, to }: { from?: Date | undefined; to?: Date | undefined },
  context: z.RefinementCtx,
): void {
  if (from && to && from >= to) context.addIssue({ code: 'custom', path: ['from'], message: 'must not be after to' });
}
