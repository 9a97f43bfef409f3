import { ApiError } from '#lib/model/platform/errors.ts';
import type { VpcRecord } from '#lib/store/compute/vpcs.ts';
import { claimUnique, freeUnique } from '#lib/store/platform/uniques.ts';
import type { Write } from '#lib/store/platform/write.ts';

type Owner = Pick<VpcRecord, 'account_id' | 'id'>;

/** Claims a name for a VPC; 409 where another VPC of the account has it. */
export const claimName = ({ account_id, id }: Owner, name: string): Write =>
  claimUnique(
    account_id,
    'vpc',
    name,
    id,
    (holder) => new ApiError('already_exists', `name: vpc ${JSON.stringify(name)} already exists as ${holder}`),
  );

/** Frees a VPC's name. */
export const freeName = ({ account_id, id }: Owner, name: string): Write => freeUnique(account_id, 'vpc', name, id);
