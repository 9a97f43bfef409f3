import { handler as meteringSchedule } from '#functions/scheduled/metering.ts';
import { getSummary } from '#lib/domain/billing/summary/summary.ts';
import { settleRunning } from '#lib/domain/compute/instances/endings.ts';
import { systemContext } from '#lib/domain/platform/operations/system-context.ts';
import { civilNow } from '#lib/drivers/clocks/civil.ts';
import type { BillingSummary } from '#lib/model/billing/billing.ts';
import type { Mark, Meter, Service } from '#lib/model/billing/meter.ts';
import type { Instance } from '#lib/model/compute/instance.ts';
import { istMonth, monthAfter, startOfMonth } from '#lib/model/platform/ist.ts';
import { readBook } from '#lib/store/billing/metering.ts';
import type { SignedUp } from '#lib/testing/functions/call.ts';
import { advanceClock } from '#lib/testing/functions/clock.ts';
import { launched, recordOf } from '#test/support/compute/instances.ts';

/** The context of the platform's own work in an account. It needs no session. */
export const inside = (account: string) => systemContext(account, civilNow());

/** The answer of GET /auth/billing. */
export const summaryOf = ({ account_id }: Pick<SignedUp, 'account_id'>): Promise<BillingSummary> =>
  getSummary(inside(account_id));

/** Paise that an account was charged for a service, over all months. */
export const spentOn = async (account: string, service: Service): Promise<number> =>
  [...(await readBook(account)).spends.values()].reduce((sum, { by_service }) => sum + (by_service[service] ?? 0), 0);

/** An account's meters of a service, and the marks that are not yet counted into them. */
export async function metersOf(account: string, service: Service): Promise<(Mark | Meter)[]> {
  const { meters, marks } = await readBook(account);
  return [...meters.values(), ...marks].filter((one) => one.service === service);
}

/**
 * Moves the civil clock to the beginning of the next month, so that none ends within a test: each month is rounded, and
 * begins at zero. Before accounts are made, whose tokens it would age.
 */
export function toNewMonth(): void {
  const start = startOfMonth(monthAfter(istMonth(new Date()))).getTime();
  advanceClock(Math.ceil((start - Date.now()) / 1000));
}

/** Charges every account that is due. */
export const metered = () => meteringSchedule();

/** Ends an instance's operation as one whose machine is up. */
export async function ended(
  instance: Pick<Instance, 'id' | 'account_id'>,
  settle: typeof settleRunning = settleRunning,
) {
  const { operation } = await recordOf(instance);
  const { id, account_id } = instance;
  await settle({ operation: operation?.id ?? '', account_id, instance_id: id, options: {} }, {});
}

/** An instance whose machine is up. */
export async function running(owner: SignedUp, changes: object = {}): Promise<Instance> {
  const instance = await launched(owner, changes);
  await ended(instance);
  return instance;
}
