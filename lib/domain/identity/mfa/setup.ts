import type { Context } from '#lib/domain/platform/context.ts';
import { secretBox } from '#lib/drivers/secrets/secret-box.ts';
import type { MfaSetup } from '#lib/model/identity/mfa.ts';
import { newSecret, otpauthUrl } from '#lib/standards/totp/codes.ts';
import { qrSvg } from '#lib/standards/totp/qr.ts';
import { beginSetup } from '#lib/store/identity/mfa.ts';
import { alreadyEnabled, seedContext } from './resource.ts';

/** A setup must be finished within this time, in seconds (contract 3.12). */
const lifetime = 600;

/**
 * Begins the setup of the caller's one-time codes with a new seed, which replaces an unfinished setup. Logins require
 * codes only after `enableMfa`. 409 where codes are enabled.
 */
export async function setupMfa(context: Context): Promise<MfaSetup> {
  const { id, name, account_id, type } = context.principal;
  const secret = await newSecret();
  const sealed = await secretBox.seal(secret, seedContext(id));
  const expires = Math.floor(context.now.getTime() / 1000) + lifetime;
  // The label contains the account, because a username is unique only within its account and an app may hold several.
  const otpauth_url = await otpauthUrl('svc', type === 'iam' ? `${name}@${account_id}` : name, secret);
  return context.commit({
    writes: [beginSetup(id, sealed, expires, alreadyEnabled)],
    reply: { secret, otpauth_url, qr_svg: qrSvg(otpauth_url), expires_in: lifetime },
  });
}
