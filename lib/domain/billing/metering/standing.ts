import { rfc3339 } from '#lib/drivers/clocks/civil.ts';
import { rupees } from '#lib/model/billing/money.ts';
import type { Letter } from '#lib/model/platform/mail.ts';
import { type BudgetRecord, putMetering, type Standing } from '#lib/store/billing/metering.ts';
import type { PostingInputs } from '#lib/store/billing/orders.ts';
import { changeAccountStatus } from '#lib/store/billing/wallets.ts';
import type { Write } from '#lib/store/platform/write.ts';
import { runwayHours } from './charge.ts';

type Kind = 'low_balance' | 'account_stopped' | 'budget_alert' | 'mandate_notice';

/** A notice to an account's owner: a mail without its address, and the data of its event. */
export interface Notice {
  letter: { [K in Kind]: Omit<Extract<Letter, { kind: K }>, 'to'> }[Kind];
  /** Fields under the contract's names and units. */
  data: object;
  /** One sentence for the activity feed. */
  message: string;
}

export interface Verdict {
  standing: Standing;
  notices: Notice[];
}

/** Seconds between an empty wallet and the suspension of the account. */
export const grace = 3600;

/** Days of runway at which an account is warned. */
const warnings = [1, 3, 7];

/** The standing of an account that has never been warned or suspended. */
export const initialStanding: Standing = { warned: null, empty_since: null, suspended: false, alerted: null };

/**
 * Compares a balance (paise) with the hourly cost (paise) at a moment (epoch seconds). Returns the new standing, and
 * the notices to send.
 */
export const assessBalance = (before: Standing, balance: number, burn: number, now: number): Verdict =>
  balance > 0 ? assessFunded(before, balance, burn) : assessEmpty(before, balance, now);

/** Warns once at each step, and again only if the runway has been more than twice as long in between. */
function assessFunded(before: Standing, balance: number, burn: number): Verdict {
  const runway = runwayHours(balance, burn) ?? Number.POSITIVE_INFINITY;
  const enough = before.warned !== null && runway > 2 * 24 * before.warned;
  const warned = enough ? null : before.warned;
  const standing = { ...before, warned, empty_since: null };
  const due = warnings.find((days) => runway <= days * 24);
  if (due === undefined || (warned !== null && due >= warned)) return { standing, notices: [] };
  return { standing: { ...standing, warned: due }, notices: [lowBalance(due, balance)] };
}

function assessEmpty(before: Standing, balance: number, now: number): Verdict {
  if (before.empty_since === null) {
    const standing = { ...before, warned: 0, empty_since: now };
    return { standing, notices: [lowBalance(0, balance)] };
  }
  if (before.suspended || now < before.empty_since + grace) return { standing: before, notices: [] };
  const notice: Notice = {
    letter: { kind: 'account_stopped', balance: rupees(balance) },
    data: { balance_paise: balance, currency },
    message: `account suspended: the wallet has ${rupees(balance)}`,
  };
  return { standing: { ...before, suspended: true }, notices: [notice] };
}

const lowBalance = (days: number, balance: number): Notice => ({
  letter: { kind: 'low_balance', days, balance: rupees(balance) },
  data: { balance_paise: balance, currency, runway_days: days },
  message: `the wallet has ${rupees(balance)}, enough for ${days === 1 ? 'a day' : `${days} days`}`,
});

const currency = 'INR';

/** Whether a month's budget is used up, with a notice when another of its alert percentages has been reached. */
export function assessBudget(
  before: Standing,
  budget: BudgetRecord | undefined,
  month: string,
  spent: number,
): Verdict & { over: string | null } {
  const limit = budget?.monthly_limit_paise;
  if (!budget || limit === null || limit === undefined) return { standing: before, notices: [], over: null };
  const over = budget.action === 'block_new' && spent >= limit ? month : null;
  const alerted = before.alerted?.month === month ? before.alerted.percent : 0;
  const percent = Math.max(0, ...budget.alert_percents.filter((part) => spent * 100 >= limit * part));
  if (percent <= alerted) return { standing: before, notices: [], over };
  const notice: Notice = {
    letter: { kind: 'budget_alert', percent, spent: rupees(spent), limit: rupees(limit) },
    data: { month, percent, spend_paise: spent, monthly_limit_paise: limit, currency },
    message: `${rupees(spent)} of the budget of ${rupees(limit)} is spent (${percent} %)`,
  };
  return { standing: { ...before, alerted: { month, percent } }, notices: [notice], over };
}

/** The writes that end a suspension for an empty wallet, if a payment of this many paise makes the balance positive. */
export function liftSuspension(
  { account, wallet, metering }: Pick<PostingInputs, 'account' | 'wallet' | 'metering'>,
  paise: number,
  now: Date,
): Write[] {
  const standing = metering?.standing;
  const pays = (wallet?.balance_paise ?? 0) + paise > 0;
  if (!metering || !standing?.suspended || !pays) return [];
  const at = rfc3339(now);
  return [
    putMetering(metering, { ...metering, standing: { ...initialStanding, alerted: standing.alerted }, due: at }),
    ...(account?.status === 'suspended' ? [changeAccountStatus(account.account_id, 'suspended', 'active', at)] : []),
  ];
}
