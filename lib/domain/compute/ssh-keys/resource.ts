import type { Context } from '#lib/domain/platform/context.ts';
import type { SshKey } from '#lib/model/compute/ssh-key.ts';
import { ApiError, notFound } from '#lib/model/platform/errors.ts';
import { getSshKey, type SshKeyRecord } from '#lib/store/compute/ssh-keys.ts';
import { claimUnique, freeUnique } from '#lib/store/platform/uniques.ts';
import type { Write } from '#lib/store/platform/write.ts';

type Owner = Pick<SshKeyRecord, 'account_id' | 'id'>;

/** Claims a name for a key. 409 where another key of the account has it. */
export const claimName = ({ account_id, id }: Owner, name: string): Write =>
  claimUnique(
    account_id,
    'ssh-key-name',
    name,
    id,
    (holder) => new ApiError('already_exists', `name: ssh key ${JSON.stringify(name)} already exists as ${holder}`),
  );

/** Frees a key's name. */
export const freeName = ({ account_id, id }: Owner, name: string): Write =>
  freeUnique(account_id, 'ssh-key-name', name, id);

/** An SSH key as replies show it. */
export function toSshKey(record: SshKeyRecord): SshKey {
  return {
    id: record.id,
    account_id: record.account_id,
    name: record.name,
    public_key: record.public_key,
    fingerprint: record.fingerprint,
    type: record.type,
    tags: record.tags ?? {},
    created_at: record.created_at,
    updated_at: record.updated_at,
  };
}

/** The caller's SSH key. 404 where it does not exist or belongs to another account. */
export async function findSshKey(context: Context, id: string): Promise<SshKeyRecord> {
  const record = await getSshKey(context.principal.account_id, id);
  if (!record) throw notFound('ssh key', id);
  return record;
}

/** The caller's SSH key, as replies show it. 404 where it does not exist. */
export async function showSshKey(context: Context, { id }: { id: string }): Promise<SshKey> {
  const record = await findSshKey(context, id);
  return context.show(toSshKey(record), record.version);
}
