import { randomUUID } from 'node:crypto';
import { secretBox } from '#lib/drivers/secrets/secret-box.ts';
import { newAccessKeyId, newSecretKey } from '#lib/model/identity/access-key.ts';
import { newId } from '#lib/model/platform/ids.ts';
import { hashPassword } from '#lib/standards/passwords/hash.ts';
import { type AccessKeyRecord, createAccessKey, secretContext } from '#lib/store/identity/access-keys.ts';
import { createIamUser, type IamUserRecord } from '#lib/store/identity/iam-users.ts';
import { transact } from '#lib/store/platform/write.ts';
import { goodPassword } from './accounts.ts';

/** Made once: a hash takes longer than all else here. */
let goodHash: Promise<string> | undefined;

/** Stores an IAM user as the platform would have made them, with console access by `goodPassword`. */
export async function iamUser(account_id: string, change: Partial<IamUserRecord> = {}): Promise<IamUserRecord> {
  const at = `${new Date().toISOString().slice(0, 19)}Z`;
  goodHash ??= hashPassword(goodPassword);
  const record: IamUserRecord = {
    id: newId('user', new Date()),
    account_id,
    username: `alice-${randomUUID().slice(0, 8)}`,
    description: null,
    tags: {},
    password_hash: await goodHash,
    password_history: [],
    password_changed_at: at,
    password_reset_required: false,
    mfa_enabled: false,
    generation: 1,
    last_login_at: null,
    policies: [],
    groups: [],
    access_key_ids: [],
    created_at: at,
    updated_at: at,
    version: 1,
    ...change,
  };
  await transact([createIamUser(record, () => new Error('the name is taken'))]);
  return record;
}

/** An access key. */
export interface Credentials {
  access_key_id: string;
  secret_key: string;
}

/** An active access key of an IAM user. */
export async function accessKey(user: IamUserRecord): Promise<Credentials> {
  const access_key_id = newAccessKeyId();
  const secret_key = newSecretKey();
  const at = user.created_at;
  const record: AccessKeyRecord = {
    access_key_id,
    account_id: user.account_id,
    username: user.username,
    user_id: user.id,
    description: null,
    secret: await secretBox.seal(secret_key, secretContext({ account_id: user.account_id, access_key_id })),
    status: 'active',
    last_used_at: null,
    created_at: at,
    updated_at: at,
    version: 1,
  };
  await transact([createAccessKey(record)]);
  return { access_key_id, secret_key };
}
