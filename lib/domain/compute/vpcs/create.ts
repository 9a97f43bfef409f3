import type { Context } from '#lib/domain/platform/context.ts';
import { retryOnConflict } from '#lib/domain/platform/retry.ts';
import { rfc3339 } from '#lib/drivers/clocks/civil.ts';
import type { Vpc } from '#lib/model/compute/vpc.ts';
import { ApiError } from '#lib/model/platform/errors.ts';
import { newId } from '#lib/model/platform/ids.ts';
import { overlaps } from '#lib/model/platform/ipv4.ts';
import { type Blocks, changeBlocks, createVpc as putVpc, readBlocks, type VpcRecord } from '#lib/store/compute/vpcs.ts';
import { takeQuota } from '#lib/store/platform/quotas.ts';
import { freeBlock } from './addresses.ts';
import { claimName, toVpc } from './resource.ts';

interface CreateInput {
  name: string;
  cidr?: string | undefined;
  description: string | null;
  tags: Record<string, string>;
}

/**
 * Creates a VPC, by default in a free /20. 409 where its block overlaps another VPC's or its name is taken, 403 over
 * quota.
 */
export function createVpc(context: Context, input: CreateInput): Promise<Vpc> {
  return retryOnConflict(async () => {
    const { account_id } = context.principal;
    const known = await readBlocks(account_id);
    const record = newVpc(context, input, blockFor(input.cidr, known));
    return context.commit({
      writes: [
        claimName(record, record.name),
        changeBlocks(account_id, known, { ...known.blocks, [record.id]: record.cidr }),
        takeQuota(account_id, 'vpcs'),
        putVpc(record),
      ],
      reply: toVpc(record),
      version: record.version,
    });
  });
}

/** The requested block, or a free one where none is requested. 409 where it overlaps another VPC's. */
function blockFor(cidr: string | undefined, { blocks }: Blocks): string {
  if (!cidr) return freeBlock(Object.values(blocks));
  const other = Object.entries(blocks).find(([, block]) => overlaps(block, cidr));
  if (other) throw new ApiError('already_exists', `cidr: ${cidr} overlaps ${other[0]} (${other[1]})`);
  return cidr;
}

function newVpc(context: Context, { name, description, tags }: CreateInput, cidr: string): VpcRecord {
  const now = rfc3339(context.now);
  return {
    id: newId('vpc', context.now),
    account_id: context.principal.account_id,
    name,
    cidr,
    is_default: false,
    description,
    tags,
    instance_count: 0,
    created_at: now,
    updated_at: now,
    version: 1,
  };
}
