import { handler as enable } from '#functions/auth/mfa/enable.ts';
import { handler as setup } from '#functions/auth/mfa/setup.ts';
import { call } from '#lib/testing/functions/call.ts';
import { advanceClock } from '#lib/testing/functions/clock.ts';
import { codeFor } from '#test/support/totp.ts';

/** An authenticator app that holds a user's seed, and the user's backup codes on paper. */
export interface Device {
  secret: string;
  recovery_codes: string[];
}

/** Sets one-time codes up and enables them; afterwards the clock is a step on, so that the next code is a new one. */
export async function enrolled(bearer: string): Promise<Device> {
  const { secret } = (await call(setup, { method: 'POST', bearer, body: {} })).body;
  const reply = await call(enable, { bearer, body: { code: await codeFor(secret) } });
  if (reply.status !== 200) throw new Error(`not enrolled: ${JSON.stringify(reply.body)}`);
  advanceClock(60);
  return { secret, recovery_codes: reply.body.recovery_codes };
}
