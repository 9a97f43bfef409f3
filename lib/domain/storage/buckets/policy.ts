import type { Context } from '#lib/domain/platform/context.ts';
import { type ObjectEngine, ObjectEngineError, type PolicyCaller } from '#lib/drivers/objects/engine.ts';
import { ApiError, notFound } from '#lib/model/platform/errors.ts';
import { srn } from '#lib/model/platform/principal.ts';
import { setting } from '#lib/model/platform/settings.ts';
import { callEngine, engine } from './engine.ts';

/** The caller as a policy can name it; undefined for root, to which no policy applies. */
export function callerIn({ principal, source_ip, inside, user_agent }: Context): PolicyCaller | undefined {
  const { type, account_id: account, name } = principal;
  if (type === 'root') return undefined;
  const names = type === 'iam' ? [account, srn('iam', account, `user/${name}`)] : [account];
  const secure = setting('SVC_BASE_URL')?.startsWith('https:') ?? false;
  return { names, account, source: { source_ip, inside }, secure, userAgent: user_agent };
}

/**
 * Calls the engine about a policy. Throws 409 where the engine has no policies, 400 for what S3 refuses, and 403 for
 * what the policy denies to the caller.
 */
export async function onPolicy<T>(name: string, call: (engine: ObjectEngine) => Promise<T>): Promise<T> {
  if (!engine().capabilities.bucketPolicies) {
    throw new ApiError('wrong_state', 'policy: the object engine of this deployment does not support bucket policies');
  }
  try {
    return await callEngine(call);
  } catch (error) {
    if (error instanceof ObjectEngineError) throw refusalOf(name, error);
    throw error;
  }
}

function refusalOf(name: string, { code, message }: ObjectEngineError): ApiError {
  if (code === 'denied') return new ApiError('access_denied', message);
  return code === 'no_such_bucket' ? notFound('bucket', name) : new ApiError('validation_failed', `policy: ${message}`);
}
