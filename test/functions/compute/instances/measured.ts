import { afterEach, beforeAll, beforeEach } from 'vitest';
import { handler as login } from '#functions/auth/sessions/login.ts';
import { handler as metrics } from '#functions/compute/instances/metrics.ts';
import { call, type SignedUp, signedUp } from '#lib/testing/functions/call.ts';
import { advanceClock, resetClock } from '#lib/testing/functions/clock.ts';
import { onLaptop } from '#test/support/accounts/operators.ts';
import { launched, putInto, up } from '#test/support/compute/instances.ts';
import { standInHost } from '#test/support/hosts/hosts.ts';

/** The account whose machines are measured. */
export let user: SignedUp;
export let account: string;

/**
 * Gives the tests of a file an account, and each of them the clock as it is. They are on a laptop, whose points are of
 * ten seconds, or in a deployment.
 */
export function useMeasured({ isLocal = true } = {}): void {
  beforeAll(async () => {
    user = await signedUp();
    account = user.account_id;
    await standInHost();
  });
  beforeEach(() => onLaptop(isLocal));
  afterEach(() => {
    onLaptop(false);
    resetClock();
  });
}

/** The id of another instance, which is up. */
export const fresh = async (): Promise<string> => {
  const instance = await launched(user, { name: 'measured' });
  await putInto(instance, up);
  return instance.id;
};

/** What an instance's metrics are. */
export const metricsOf = (id: string, query: Record<string, string> = {}) =>
  call(metrics, { bearer: user.bearer, params: { id }, query });

/** Moves the clock, and logs in again: the access token does not last so long. */
export async function advance(seconds: number): Promise<void> {
  advanceClock(seconds);
  const { body } = await call(login, { body: { email: user.email, password: user.password } });
  user.bearer = body.access_token;
}
