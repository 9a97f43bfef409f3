import { ApiError } from '#lib/model/platform/errors.ts';
import type { LoadBalancerRecord } from '#lib/store/compute/load-balancers.ts';
import { claimUnique, freeUnique } from '#lib/store/platform/uniques.ts';
import type { Write } from '#lib/store/platform/write.ts';

type Owner = Pick<LoadBalancerRecord, 'account_id' | 'id'>;

/** Claims a name for a load balancer; 409 where another one of the account has it. */
export const claimName = ({ account_id, id }: Owner, name: string): Write =>
  claimUnique(
    account_id,
    'load-balancer',
    name,
    id,
    (holder) =>
      new ApiError('already_exists', `name: load balancer ${JSON.stringify(name)} already exists as ${holder}`),
  );

/** Frees a load balancer's name. */
export const freeName = ({ account_id, id }: Owner, name: string): Write =>
  freeUnique(account_id, 'load-balancer', name, id);
