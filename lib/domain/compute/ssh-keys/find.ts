import type { Context } from '#lib/domain/platform/context.ts';
import { notFound } from '#lib/model/platform/errors.ts';
import { getSshKey, type SshKeyRecord } from '#lib/store/compute/ssh-keys.ts';

/** The caller's SSH key; 404 where it is absent or another account's. */
export async function findSshKey(context: Context, id: string): Promise<SshKeyRecord> {
  const record = await getSshKey(context.principal.account_id, id);
  if (!record) throw notFound('ssh key', id);
  return record;
}
