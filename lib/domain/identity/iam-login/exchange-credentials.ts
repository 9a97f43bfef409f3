import { noteKeyUse } from '#lib/domain/identity/iam/access-keys/resource.ts';
import { openKey, readKeyHolder } from '#lib/domain/identity/sessions/signer.ts';
import type { PublicContext } from '#lib/domain/platform/context.ts';
import { ACCESS_TOKEN_SECONDS } from '#lib/drivers/tokens/access-claims.ts';
import { equalInConstantTime, hashToken } from '#lib/drivers/tokens/opaque.ts';
import { signAccessToken } from '#lib/drivers/tokens/sign.ts';
import type { AccessToken } from '#lib/model/identity/user.ts';
import { ApiError } from '#lib/model/platform/errors.ts';
import type { Principal } from '#lib/model/platform/principal.ts';
import { getAccessKey } from '#lib/store/identity/access-keys.ts';

export interface ExchangeInput {
  access_key_id?: string | undefined;
  secret_key?: string | undefined;
}

/**
 * An access token for an access key, proved by its secret in the body or by a signature; it dies with the key. 400 where
 * both are sent or neither, or the body names another key than the one that signed; 401 for a wrong secret as for a key
 * that there is not, and key_inactive to who holds the secret.
 */
export async function exchangeCredentials(context: PublicContext, input: ExchangeInput): Promise<AccessToken> {
  const principal = signerIn(context.principal, input) ?? (await holderOf(context, input));
  context.identify(principal);
  const { id: sub, account_id, name: username, access_key_id, key_generation } = principal;
  const key_id = access_key_id ?? undefined;
  // RFC 8176: possession of a key that software keeps.
  const subject = { sub, account_id, typ: 'iam', username, amr: ['swk'], key_id, key_generation } as const;
  return context.commit({
    writes: [],
    reply: {
      access_token: await signAccessToken(subject, context.now),
      token_type: 'Bearer',
      expires_in: ACCESS_TOKEN_SECONDS,
    },
    actor: principal,
  });
}

/** Who signed the request, if anybody did. */
function signerIn(principal: Principal | undefined, { access_key_id, secret_key }: ExchangeInput) {
  if (principal?.auth_method !== 'sigv4') return undefined;
  if (secret_key !== undefined) {
    throw new ApiError('validation_failed', 'secret_key: send it, or sign the request with it, not both');
  }
  if (access_key_id !== undefined && access_key_id !== principal.access_key_id) {
    throw new ApiError('validation_failed', 'access_key_id: is not the key that signed the request');
  }
  return principal;
}

/** Whose key the body names, if it has its secret too. */
async function holderOf({ now }: PublicContext, { access_key_id, secret_key }: ExchangeInput): Promise<Principal> {
  if (access_key_id === undefined || secret_key === undefined) {
    throw new ApiError(
      'validation_failed',
      'body: send access_key_id and secret_key, or sign the request with the key (SigV4)',
    );
  }
  const key = await getAccessKey(access_key_id);
  const secret = key ? await openKey(key) : '';
  // Hashes are of one length, and as quickly made of nothing.
  const right = equalInConstantTime(hashToken(secret_key), hashToken(secret));
  if (!key || !right) throw invalid();
  const { principal, key: current } = await readKeyHolder(key, { signed: false }, invalid);
  await noteKeyUse(current, now);
  return principal;
}

const invalid = () => new ApiError('invalid_credentials', 'invalid access key or secret');
