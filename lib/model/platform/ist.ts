/* Days, months and financial years are in Indian Standard Time: UTC+05:30, without daylight saving. */

const offset = 5.5 * 3600 * 1000;
const day = 24 * 3600 * 1000;

const local = (at: Date): string => new Date(at.getTime() + offset).toISOString();

/** The day of a moment in IST, `2026-11-21`. */
export const istDay = (at: Date): string => local(at).slice(0, 10);

/** The month of a moment in IST, `2026-11`. */
export const istMonth = (at: Date): string => local(at).slice(0, 7);

/** The moment at which a day (`2026-11-21`) begins in IST. */
export const startOfDay = (text: string): Date => new Date(Date.parse(`${text}T00:00:00Z`) - offset);

/** The moment at which a month (`2026-11`) begins in IST. */
export const startOfMonth = (text: string): Date => startOfDay(`${text}-01`);

/** The month that is a number of months after another (`2026-11`). */
export const monthAfter = (text: string, months = 1): string => {
  const [year = 0, month = 0] = text.split('-').map(Number);
  return new Date(Date.UTC(year, month - 1 + months, 1)).toISOString().slice(0, 7);
};

/** The first moment after this one at which an hour begins in IST. */
export const nextIstHour = (at: Date): Date =>
  new Date((Math.floor((at.getTime() + offset) / 3_600_000) + 1) * 3_600_000 - offset);

/** The first moment after this one at which a day begins in IST. */
export const nextIstDay = (at: Date): Date => new Date(startOfDay(istDay(at)).getTime() + day);

/** The financial year of a moment, April to March in IST: `26-27`. */
export function financialYear(at: Date): string {
  const [year = 0, month = 0] = local(at).split('-').map(Number);
  const first = month >= 4 ? year : year - 1;
  const short = (full: number) => String(full % 100).padStart(2, '0');
  return `${short(first)}-${short(first + 1)}`;
}

/** The first moment of a financial year (`26-27`), and the first after it. */
export function financialYearSpan(text: string): [from: Date, to: Date] {
  const first = 2000 + Number(text.slice(0, 2));
  return [startOfDay(`${first}-04-01`), startOfDay(`${first + 1}-04-01`)];
}
