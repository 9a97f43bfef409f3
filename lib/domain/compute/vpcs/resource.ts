import type { Context } from '#lib/domain/platform/context.ts';
import type { Vpc } from '#lib/model/compute/vpc.ts';
import { ApiError, notFound } from '#lib/model/platform/errors.ts';
import type { Reference } from '#lib/model/platform/reference.ts';
import { getVpc, type VpcRecord } from '#lib/store/compute/vpcs.ts';
import { claimUnique, freeUnique } from '#lib/store/platform/uniques.ts';
import type { Write } from '#lib/store/platform/write.ts';
import { usableSlots } from './addresses.ts';

/** A VPC as replies show it, with the number of free addresses. */
export function toVpc(record: VpcRecord): Vpc {
  const { from, to } = usableSlots(record.cidr);
  return {
    id: record.id,
    account_id: record.account_id,
    name: record.name,
    cidr: record.cidr,
    is_default: record.is_default,
    description: record.description,
    instance_count: record.instance_count,
    available_ips: to - from - record.instance_count - (record.balancer_ips ?? 0),
    tags: record.tags ?? {},
    created_at: record.created_at,
    updated_at: record.updated_at,
  };
}

/** The caller's VPC. 404 where it does not exist or belongs to another account. */
export async function findVpc(context: Context, id: string): Promise<VpcRecord> {
  const record = await getVpc(context.principal.account_id, id);
  if (!record) throw notFound('vpc', id);
  return record;
}

/** The caller's VPC, as replies show it. 404 where it does not exist. */
export async function showVpc(context: Context, { id }: { id: string }): Promise<Vpc> {
  const record = await findVpc(context, id);
  return context.show(toVpc(record), record.version);
}

type Owner = Pick<VpcRecord, 'account_id' | 'id'>;

/** Claims a name for a VPC. 409 where another VPC of the account has it. */
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

/** The VPC that a request's body names; otherwise the account's default VPC. */
export const vpcUsed = (
  { principal }: Pick<Context, 'principal'>,
  { body }: { body: { vpc_id?: string | undefined } },
): Reference[] => [{ kind: 'vpc', id: body.vpc_id ?? principal.default_vpc_id }];
