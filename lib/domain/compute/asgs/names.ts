import { ApiError } from '#lib/model/platform/errors.ts';
import type { AsgRecord } from '#lib/store/compute/asgs.ts';
import { claimUnique, freeUnique } from '#lib/store/platform/uniques.ts';
import type { Write } from '#lib/store/platform/write.ts';

type Owner = Pick<AsgRecord, 'account_id' | 'id'>;

/** Claims a name for a group; 409 where another group of the account has it. */
export const claimName = ({ account_id, id }: Owner, name: string): Write =>
  claimUnique(
    account_id,
    'asg',
    name,
    id,
    (holder) => new ApiError('already_exists', `name: group ${JSON.stringify(name)} already exists as ${holder}`),
  );

/** Frees a group's name. */
export const freeName = ({ account_id, id }: Owner, name: string): Write => freeUnique(account_id, 'asg', name, id);
