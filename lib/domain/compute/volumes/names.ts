import { ApiError } from '#lib/model/platform/errors.ts';
import type { VolumeRecord } from '#lib/store/compute/volumes.ts';
import { claimUnique, freeUnique } from '#lib/store/platform/uniques.ts';
import type { Write } from '#lib/store/platform/write.ts';

type Owner = Pick<VolumeRecord, 'account_id' | 'id'>;

/** Claims a name for a volume; 409 where another volume of the account has it. */
export const claimName = ({ account_id, id }: Owner, name: string): Write =>
  claimUnique(
    account_id,
    'volume',
    name,
    id,
    (holder) => new ApiError('already_exists', `name: volume ${JSON.stringify(name)} already exists as ${holder}`),
  );

/** Frees a volume's name. */
export const freeName = ({ account_id, id }: Owner, name: string): Write => freeUnique(account_id, 'volume', name, id);
