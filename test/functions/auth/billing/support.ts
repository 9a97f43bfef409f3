import { afterEach, beforeAll, beforeEach } from 'vitest';
import { noFaults } from '#lib/local/gateway/faults.ts';
import type { SignedUp } from '#lib/testing/functions/call.ts';
import { resetClock } from '#lib/testing/functions/clock.ts';
import { type TestGateway, testGateway } from '#test/support/billing/gateway.ts';
import { payer } from '#test/support/billing/topups.ts';
import { walletOf } from '#test/support/billing/wallets.ts';

/** The payment gateway of the file that runs, and the account of the test. */
export let gateway: TestGateway;
export let asha: SignedUp;

/**
 * Gives the tests of a file a gateway without faults, and gives each test an account that pays and an unmoved clock.
 */
export function usePayer(): void {
  beforeAll(async () => {
    gateway = await testGateway();
  });
  beforeEach(async () => {
    Object.assign(gateway.faults, noFaults());
    asha = await payer();
  });
  afterEach(resetClock);
}

export const balanceOf = async ({ account_id }: SignedUp): Promise<number> =>
  (await walletOf(account_id)).balance_paise;
