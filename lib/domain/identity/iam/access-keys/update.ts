import type { Context } from '#lib/domain/platform/context.ts';
import { retryOnConflict } from '#lib/domain/platform/retry.ts';
import { rfc3339 } from '#lib/drivers/clocks/civil.ts';
import type { AccessKey } from '#lib/model/identity/access-key.ts';
import { ApiError } from '#lib/model/platform/errors.ts';
import { type AccessKeyRecord, changeAccessKey } from '#lib/store/identity/access-keys.ts';
import { isOfGeneration } from '#lib/store/platform/generations.ts';
import { findAccessKey, type KeyPath, toAccessKey } from './resource.ts';

export interface UpdateAccessKeyInput extends KeyPath {
  status?: AccessKeyRecord['status'] | undefined;
  description?: string | null | undefined;
}

/**
 * Activates, deactivates or describes an access key. An inactive key and its tokens are refused from the next request
 * on. 409 where the key was permanently revoked.
 */
export function updateAccessKey(context: Context, input: UpdateAccessKeyInput): Promise<AccessKey> {
  return retryOnConflict(async () => {
    const record = await findAccessKey(context, input);
    context.match(record.version);
    const { status = record.status, description = record.description } = input;
    if (status === record.status && description === record.description) {
      return context.commit({ writes: [], reply: toAccessKey(record), version: record.version });
    }
    if (status === 'active') refuseRevoked(context, record);
    const updated_at = rfc3339(context.now);
    const switched = status !== record.status && { generation: (record.generation ?? 0) + 1 };
    const change = { status, ...switched, description, updated_at };
    const next = { ...record, ...change, version: record.version + 1 };
    return context.commit({
      writes: [changeAccessKey(record, change)],
      reply: toAccessKey(next),
      version: next.version,
    });
  });
}

/** A key from before a takeover of the account stays revoked. */
function refuseRevoked({ principal }: Context, record: AccessKeyRecord): void {
  if (isOfGeneration(record, principal.account_generation)) return;
  const why = "was revoked when the owner of the account's address set a new password";
  throw new ApiError('wrong_state', `access key ${record.access_key_id} ${why}; delete it and make another`);
}
