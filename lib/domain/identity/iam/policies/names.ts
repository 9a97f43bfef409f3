import { managedById } from '#lib/model/identity/managed-ids.ts';
import { ApiError } from '#lib/model/platform/errors.ts';
import type { PolicyRecord } from '#lib/store/identity/policies.ts';
import { claimUnique, freeUnique } from '#lib/store/platform/uniques.ts';
import type { Write } from '#lib/store/platform/write.ts';

type Owner = Pick<PolicyRecord, 'account_id' | 'id' | 'name'>;

/** Claims a policy's name, whatever its case; 409 where another policy of the account has it, or a managed one. */
export function claimName({ account_id, id, name }: Owner): Write {
  const wanted = name.toLowerCase();
  const managed = managedById.find((policy) => policy.name.toLowerCase() === wanted);
  if (managed) throw taken(name, managed.id);
  return claimUnique(account_id, 'policy', wanted, id, (holder) => taken(name, holder));
}

/** Frees a policy's name. */
export const freeName = ({ account_id, id, name }: Owner): Write =>
  freeUnique(account_id, 'policy', name.toLowerCase(), id);

const taken = (name: string, holder: string) =>
  new ApiError('already_exists', `name: policy ${JSON.stringify(name)} already exists as ${holder}`);
