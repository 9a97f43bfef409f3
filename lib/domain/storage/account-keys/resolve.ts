import { noteKeyUse } from '#lib/domain/identity/iam/access-keys/resource.ts';
import { policiesOf } from '#lib/domain/identity/iam/compiled.ts';
import { evaluate, type Verdict } from '#lib/domain/identity/iam/policy/evaluate.ts';
import { cachedKey, openKey, readKeyHolder } from '#lib/domain/identity/sessions/signer.ts';
import { civilNow } from '#lib/drivers/clocks/civil.ts';
import { requestFacts, tagFacts } from '#lib/model/identity/policy/context.ts';
import { ApiError } from '#lib/model/platform/errors.ts';
import { type Principal, srn } from '#lib/model/platform/principal.ts';
import type { Source } from '#lib/model/platform/source.ts';
import { getAccessKey } from '#lib/store/identity/access-keys.ts';

/** A question of an object engine to the policies of a user. */
export interface ObjectQuestion {
  /** `storage:…` */
  action: string;
  /** The SRN of a bucket or an object. */
  resource: string;
  /** Whether the resource is a prefix. A Deny then applies if it covers anything below it. */
  under?: boolean;
  source: Source;
  /** The tags of the bucket, if it belongs to the account of the user. */
  tags: Readonly<Record<string, string>>;
}

/** An IAM access key as an object engine needs it (contract 4.10). */
export interface ResolvedAccountKey {
  secret: string;
  status: 'active';
  bucket: null;
  permission: 'read';
  user: {
    account: string;
    srn: string;
    name: string;
    rights: (question: ObjectQuestion) => 'allow' | 'deny' | 'silent';
  };
}

const answers = { allowed: 'allow', explicit_deny: 'deny', implicit_deny: 'silent' } as const satisfies Record<
  Verdict['decision'],
  string
>;

/**
 * Returns an IAM access key with the current permissions of its user, so that the next request notices a change.
 * Undefined where the key does not exist or is inactive, its user was deleted, or the account is blocked.
 */
export async function resolveAccountKey(accessKey: string): Promise<ResolvedAccountKey | undefined> {
  const cached = cachedKey(accessKey);
  const named = cached?.key ?? (await getAccessKey(accessKey));
  if (!named) return undefined;
  try {
    const { principal, key } = await readKeyHolder(named, { signed: true }, unknownKey);
    await noteKeyUse(key, civilNow());
    return await boundKey(principal, cached?.secret ?? (await openKey(key)));
  } catch (error) {
    if (error instanceof ApiError) return undefined;
    throw error;
  }
}

const unknownKey = () => new ApiError('invalid_credentials', 'invalid access key');

async function boundKey(principal: Principal, secret: string): Promise<ResolvedAccountKey> {
  const { account_id: account, name } = principal;
  const policies = await policiesOf(principal);
  const now = civilNow();
  const rights = ({ action, resource, under, source, tags }: ObjectQuestion) => {
    const caller = requestFacts(source, false, now);
    return answers[evaluate(policies, { action, resource, under, context: { ...tagFacts(tags), ...caller } }).decision];
  };
  const user = { account, srn: srn('iam', account, `user/${name}`), name: account, rights };
  return { secret, status: 'active', bucket: null, permission: 'read', user };
}
