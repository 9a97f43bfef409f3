import { noteKeyUse } from '#lib/domain/identity/iam/access-keys/resource.ts';
import { elapsed, realNow } from '#lib/drivers/clocks/real.ts';
import { secretBox } from '#lib/drivers/secrets/secret-box.ts';
import { ApiError } from '#lib/model/platform/errors.ts';
import { perGeneration } from '#lib/model/platform/generation.ts';
import { mismatch, type SignedRequest } from '#lib/standards/sigv4/core.ts';
import { type ParsedSignature, parseSignature } from '#lib/standards/sigv4/parse.ts';
import { verifySignature } from '#lib/standards/sigv4/verify.ts';
import { type AccessKeyRecord, getAccessKey, secretContext } from '#lib/store/identity/access-keys.ts';
import { type Along, readIdentity } from '#lib/store/identity/identities.ts';
import { actorOf } from './actor.ts';
import { blocked, boundPrincipal, type Caller, isOwnKey, prefetchedBy } from './principal.ts';

/**
 * The current IAM user whose access key signed the request. It calls `proven` with the user before further reads. 401
 * invalid_signature is the same for a wrong signature and an unknown key; 401 signature_expired by the real clock; 401
 * key_inactive only with the correct secret; 403 account_blocked.
 */
export async function readSigner(
  request: SignedRequest,
  now: Date,
  proven: (signer: Signer) => void,
  along: Along = {},
): Promise<Caller> {
  const parsed = parseSignature(request);
  if (!parsed) throw mismatch();
  const signer = await signerOf(parsed, request);
  proven(signer);
  const { key, ...caller } = await readKeyHolder(signer, { signed: true, along }, mismatch);
  await noteKeyUse(key, now);
  return caller;
}

/**
 * The key that made the signature, verified with a cached secret or with one that is read now. The caller checks the
 * key's status.
 */
async function signerOf(parsed: ParsedSignature, request: SignedRequest): Promise<Signer> {
  const cached = cachedKey(parsed.accessKeyId);
  if (cached && isSignedBy(parsed, request, cached.secret)) return cached.key;
  const key = await getAccessKey(parsed.accessKeyId);
  verifySignature(parsed, request, key && (await openKey(key)), realNow());
  return key as AccessKeyRecord;
}

export type Signer = Pick<AccessKeyRecord, 'access_key_id' | 'account_id' | 'user_id' | 'username'>;

/**
 * Whether the signature verifies with a cached secret. If not, the caller verifies again with the table's record, so
 * that a refusal takes the same read as for an unknown key.
 */
function isSignedBy(parsed: ParsedSignature, request: SignedRequest, secret: string): boolean {
  try {
    verifySignature(parsed, request, secret, realNow());
    return true;
  } catch (error) {
    if (error instanceof ApiError) return false;
    throw error;
  }
}

/**
 * The user of an access key whose secret the request proved, read again. The key must exist, belong to the user and be
 * active. Throws `keyAbsent` where there is no such key; 401 key_inactive where it is inactive.
 */
export async function readKeyHolder(
  named: Signer,
  { signed, along = {} }: { signed: boolean; along?: Along },
  keyAbsent: () => ApiError,
): Promise<Caller & { key: AccessKeyRecord }> {
  const { access_key_id, account_id, user_id: id, username } = named;
  const subject = { type: 'iam', id, account_id, username } as const;
  const identity = await readIdentity(subject, { key: access_key_id }, along);
  const actor = actorOf(subject, identity);
  if (!actor || !isOwnKey(actor, identity.key)) throw keyAbsent();
  if (identity.key.status !== 'active') {
    throw new ApiError('key_inactive', `access key ${access_key_id} is inactive`);
  }
  const refusal = blocked(actor.user, actor.account);
  if (refusal) throw refusal;
  const principal = boundPrincipal(actor, identity, { key: identity.key, signed });
  return { principal, prefetched: prefetchedBy(along, identity), key: identity.key };
}

interface CachedKey {
  key: AccessKeyRecord;
  secret: string;
  /** Expiry in milliseconds of the process's own clock. */
  until: number;
}

/** The maximum number of plain secrets that one process caches, and for how long in milliseconds. */
const capacity = 1000;
const lifetime = 60_000;

const caches = perGeneration(() => new Map<string, CachedKey>());

/** Opens the secret of a key, and caches it for a minute. A key's secret never changes; its status does. */
export async function openKey(key: AccessKeyRecord): Promise<string> {
  const secret = await secretBox.open(key.secret, secretContext(key));
  const cache = caches();
  cache.delete(key.access_key_id);
  cache.set(key.access_key_id, { key, secret, until: elapsed() + lifetime });
  if (cache.size > capacity) cache.delete(cache.keys().next().value as string);
  return secret;
}

/** A key whose secret was opened in the last minute. The other attributes of its record may be stale. */
export function cachedKey(id: string): CachedKey | undefined {
  const cache = caches();
  const cached = cache.get(id);
  if (cached && cached.until > elapsed()) return cached;
  cache.delete(id);
  return undefined;
}
