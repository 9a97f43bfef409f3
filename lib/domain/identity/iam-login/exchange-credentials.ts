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
 * Issues an access token for an access key. The caller proves the key by its secret in the body or by a signature. The
 * token ends with the key. 400 where the request has both proofs or neither, or where the body names a key other than
 * the signature's; 401, in the same words, for a wrong secret and for an unknown key; 401 key_inactive where the secret
 * is correct and the key is inactive.
 */
export async function exchangeCredentials(context: PublicContext, input: ExchangeInput): Promise<AccessToken> {
  const principal = signerIn(context.principal, input) ?? (await holderOf(context, input));
  context.identify(principal);
  const { id: sub, account_id, name: username, access_key_id, key_generation } = principal;
  const key_id = access_key_id ?? undefined;
  // RFC 8176: proof of possession of a software-secured key.
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

/** The principal that signed the request; undefined where the request has no signature. */
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

/** The holder of the key in the body. Refuses with 401 unless the body has the key's secret. */
async function holderOf({ now }: PublicContext, { access_key_id, secret_key }: ExchangeInput): Promise<Principal> {
  if (access_key_id === undefined || secret_key === undefined) {
    throw new ApiError(
      'validation_failed',
      'body: send access_key_id and secret_key, or sign the request with the key (SigV4)',
    );
  }
  const key = await getAccessKey(access_key_id);
  const secret = key ? await openKey(key) : '';
  // Both hashes have the same length, so comparing an unknown key takes as long.
  const right = equalInConstantTime(hashToken(secret_key), hashToken(secret));
  if (!key || !right) throw invalid();
  const { principal, key: current } = await readKeyHolder(key, { signed: false }, invalid);
  await noteKeyUse(current, now);
  return principal;
}

const invalid = () => new ApiError('invalid_credentials', 'invalid access key or secret');
