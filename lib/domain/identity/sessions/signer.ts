import { noteKeyUse } from '#lib/domain/identity/iam/access-keys/resource.ts';
import { keepPrefetched } from '#lib/domain/platform/prefetch.ts';
import { realNow } from '#lib/drivers/clocks/real.ts';
import { secretBox } from '#lib/drivers/secrets/secret-box.ts';
import { type ParsedSignature, parseSignature } from '#lib/drivers/sigv4/parse.ts';
import { mismatch } from '#lib/drivers/sigv4/refusals.ts';
import type { SignedRequest } from '#lib/drivers/sigv4/request.ts';
import { verifySignature } from '#lib/drivers/sigv4/verify.ts';
import { ApiError } from '#lib/model/platform/errors.ts';
import type { Principal } from '#lib/model/platform/principal.ts';
import { type AccessKeyRecord, getAccessKey, secretContext } from '#lib/store/identity/access-keys.ts';
import { readStanding } from '#lib/store/identity/identities.ts';
import { actorOf } from './actor.ts';
import { blocked, boundPrincipal, isOwnKey } from './principal.ts';

/**
 * The IAM user whose access key signed the request, as the table has them now; `proven` is told who signed before anything
 * else is read. 401 invalid_signature alike for a wrong signature and a key that there is not, signature_expired (real
 * clock), and key_inactive to who holds the secret; 403 account_blocked.
 */
export async function readSigner(
  request: SignedRequest,
  now: Date,
  proven: (user: string) => void,
  instance?: string,
): Promise<Principal> {
  const parsed = parseSignature(request);
  if (!parsed) throw mismatch();
  const signer = await signerOf(parsed, request);
  proven(signer.user_id);
  const { principal, key } = await readKeyHolder(signer, { signed: true, instance }, mismatch);
  await noteKeyUse(key, now);
  return principal;
}

/** Whose key made the signature: by a secret known for a moment, or by one read now. Status is the caller's question. */
async function signerOf(parsed: ParsedSignature, request: SignedRequest): Promise<Signer> {
  const known = rememberedKey(parsed.accessKeyId);
  if (known && isSignedBy(parsed, request, known.secret)) return known.key;
  const key = await getAccessKey(parsed.accessKeyId);
  verifySignature(parsed, request, key && (await openKey(key)), realNow());
  return key as AccessKeyRecord;
}

type Signer = Pick<AccessKeyRecord, 'access_key_id' | 'account_id' | 'user_id' | 'username'>;

/** A refusal by a remembered secret is none yet: it is given by the table's, after the same read as for a stranger. */
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
 * The user of an access key whose secret somebody proved to hold, whatever was remembered of it: the key must be there, its
 * user's and active at this request. `gone` is thrown where there is no such key, 401 key_inactive where it is switched off.
 */
export async function readKeyHolder(
  named: Signer,
  { signed, instance }: { signed: boolean; instance?: string | undefined },
  gone: () => ApiError,
): Promise<{ principal: Principal; key: AccessKeyRecord }> {
  const { access_key_id, account_id, user_id: id, username } = named;
  const who = { type: 'iam', id, account_id, username } as const;
  const standing = await readStanding(who, { key: access_key_id }, instance);
  const actor = actorOf(who, standing);
  if (!actor || !isOwnKey(actor, standing.key)) throw gone();
  if (standing.key.status !== 'active') {
    throw new ApiError('key_inactive', `access key ${access_key_id} is inactive`);
  }
  const refusal = blocked(actor.user, actor.account);
  if (refusal) throw refusal;
  const principal = boundPrincipal(actor, standing, { key: standing.key, signed });
  const prefetched = instance === undefined ? undefined : { id: instance, record: standing.instance };
  return { principal: keepPrefetched(principal, prefetched), key: standing.key };
}

interface Remembered {
  key: AccessKeyRecord;
  secret: string;
  /** Milliseconds of this process's own clock. */
  until: number;
}

/** Secrets that one process holds in the clear at most, and for how long (milliseconds). */
const capacity = 1000;
const lifetime = 60_000;

const remembered = new Map<string, Remembered>();

/** The secret of a key, opened; remembered for a minute, since a key's secret never changes. Its status does. */
export async function openKey(key: AccessKeyRecord): Promise<string> {
  const secret = await secretBox.open(key.secret, secretContext(key));
  remembered.delete(key.access_key_id);
  remembered.set(key.access_key_id, { key, secret, until: performance.now() + lifetime });
  if (remembered.size > capacity) remembered.delete(remembered.keys().next().value as string);
  return secret;
}

/** A key whose secret was opened within the last minute; what else its record says may be old. */
export function rememberedKey(id: string): Remembered | undefined {
  const known = remembered.get(id);
  if (known && known.until > performance.now()) return known;
  remembered.delete(id);
  return undefined;
}
