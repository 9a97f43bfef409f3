import { ApiError } from '#lib/model/platform/errors.ts';
import type { SshKeyRecord } from '#lib/store/compute/ssh-keys.ts';
import { claimUnique, freeUnique } from '#lib/store/platform/uniques.ts';
import type { Write } from '#lib/store/platform/write.ts';

type Owner = Pick<SshKeyRecord, 'account_id' | 'id'>;

/** Claims a name for a key; 409 where another key of the account has it. */
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
