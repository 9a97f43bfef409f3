import { handler as enable } from '#functions/auth/mfa/enable.ts';
import { handler as setup } from '#functions/auth/mfa/setup.ts';
import { getMfa } from '#lib/store/identity/mfa.ts';
import { keys } from '#lib/store/keys.ts';
import { transact, update } from '#lib/store/platform/write.ts';
import { call } from '#lib/testing/functions/call.ts';
import { peek } from '#test/lib/drivers/tokens/forge.ts';
import { codeFor } from '#test/support/accounts/totp.ts';

/** An authenticator app that holds a user's seed, and the user's backup codes on paper. */
export interface Device {
  secret: string;
  recovery_codes: string[];
}

/** Sets one-time codes up and enables them, as if two steps ago: the code that the app shows now is a new one. */
export async function enrolled(bearer: string): Promise<Device> {
  const { secret } = (await call(setup, { method: 'POST', bearer, body: {} })).body;
  const reply = await call(enable, { bearer, body: { code: await codeFor(secret) } });
  if (reply.status !== 200) throw new Error(`not enrolled: ${JSON.stringify(reply.body)}`);
  const principal = String(peek(bearer).payload.sub);
  const last_step = ((await getMfa(principal))?.last_step ?? 0) - 2;
  await transact([update(keys.mfa(principal), { set: { last_step } })]);
  return { secret, recovery_codes: reply.body.recovery_codes };
}
