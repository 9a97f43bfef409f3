import type { Context } from '#lib/domain/platform/context.ts';
import { retryOnConflict } from '#lib/domain/platform/retry.ts';
import { rfc3339 } from '#lib/drivers/clocks/civil.ts';
import type { PublicKey } from '#lib/model/compute/openssh.ts';
import type { SshKey } from '#lib/model/compute/ssh-key.ts';
import { ApiError } from '#lib/model/platform/errors.ts';
import { newId } from '#lib/model/platform/ids.ts';
import { createSshKey, getSshKey, type SshKeyRecord } from '#lib/store/compute/ssh-keys.ts';
import { takeQuota } from '#lib/store/platform/quotas.ts';
import { claimUnique } from '#lib/store/platform/uniques.ts';
import { Stale } from '#lib/store/platform/write.ts';
import { claimName, toSshKey } from './resource.ts';

interface ImportInput {
  name: string;
  public_key: PublicKey;
  tags: Record<string, string>;
}

/** Stores a public key for launches. 409 where the account already has the key or the name, 403 over quota. */
export function importSshKey(context: Context, input: ImportInput): Promise<SshKey> {
  return retryOnConflict(async () => {
    const record = newSshKey(context, input);
    const { account_id, id, fingerprint } = record;
    try {
      return await context.commit({
        writes: [
          claimUnique(account_id, 'ssh-key-fingerprint', fingerprint, id, (holder) => new Duplicate(holder)),
          claimName(record, record.name),
          takeQuota(account_id, 'ssh_keys'),
          createSshKey(record),
        ],
        reply: toSshKey(record),
        version: record.version,
      });
    } catch (error) {
      if (error instanceof Duplicate) throw await duplicateOf(account_id, error.holder, fingerprint);
      throw error;
    }
  });
}

function newSshKey(context: Context, { name, public_key, tags }: ImportInput): SshKeyRecord {
  const { type, line, fingerprint } = public_key;
  const now = rfc3339(context.now);
  return {
    id: newId('sshKey', context.now),
    account_id: context.principal.account_id,
    name,
    public_key: line,
    fingerprint,
    type,
    tags,
    created_at: now,
    updated_at: now,
    version: 1,
  };
}

/** Another key of the account has the fingerprint. Its record contains its name. */
class Duplicate extends Error {
  override readonly name = 'Duplicate';
  readonly holder: string;
  constructor(holder: string) {
    super('duplicate');
    this.holder = holder;
  }
}

async function duplicateOf(account: string, id: string, fingerprint: string): Promise<Error> {
  const holder = await getSshKey(account, id);
  if (!holder) return new Stale();
  const name = JSON.stringify(holder.name);
  return new ApiError('already_exists', `key with fingerprint ${fingerprint} already exists as ${id} (${name})`);
}
