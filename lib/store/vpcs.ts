import { mark } from './bitmap.ts';
import { keys, nameIndex } from './keys.ts';
import { all, get } from './read.ts';
import { create, put, remove, update, type Write } from './write.ts';

export interface VpcRecord {
  id: string;
  account_id: string;
  name: string;
  cidr: string;
  is_default: boolean;
  description: string | null;
  instance_count: number;
  created_at: string;
  updated_at: string;
  version: number;
  /** The bitmap of taken addresses, slot 0 being the network address: w0, w1, … (bitmap.ts). */
  [word: `w${number}`]: number;
}

export const getVpc = (account: string, id: string) => get<VpcRecord>(keys.listed(account, 'vpc', id));

export const createVpc = (record: VpcRecord): Write =>
  create({
    ...keys.listed(record.account_id, 'vpc', record.id),
    ...nameIndex(record.account_id, 'vpc', record.name, record.id),
    ...record,
  });

/** Renames or describes a VPC that nobody changed since it was read. */
export const updateVpc = (record: VpcRecord, next: Pick<VpcRecord, 'name' | 'description' | 'updated_at'>): Write =>
  update(
    keys.listed(record.account_id, 'vpc', record.id),
    {
      set: { ...next, version: record.version + 1, ...nameIndex(record.account_id, 'vpc', next.name, record.id) },
    },
    [['version', '=', record.version]],
  );

/** Deletes a VPC without instances; `inUse` is told how many stand in it. */
export const removeVpc = (record: VpcRecord, inUse: (instances: number) => Error, stale: () => Error): Write =>
  remove(
    keys.listed(record.account_id, 'vpc', record.id),
    [
      ['instance_count', '=', 0],
      ['version', '=', record.version],
    ],
    (old) => (old && old.instance_count > 0 ? inUse(old.instance_count) : stale()),
  );

/** The blocks of an account's VPCs by VPC id, which may not meet: one item with a version, so that they change one after another. */
export interface Blocks {
  version: number;
  blocks: Record<string, string>;
}

const blocksKey = (account: string) => keys.unique(account, 'vpc-blocks', 'all');

/** The blocks as they stand. The item comes with the first VPC after the default one; before that, the VPCs tell. */
export async function readBlocks(account: string): Promise<Blocks> {
  const known = await get<Blocks>(blocksKey(account));
  if (known) return known;
  const blocks: Record<string, string> = {};
  for await (const { id, cidr } of all<VpcRecord>({ pk: keys.listed(account, 'vpc', '').pk })) blocks[id] = cidr;
  return { version: 0, blocks };
}

/** Replaces blocks that nobody changed since they were read; otherwise the caller reads again. */
export const changeBlocks = (account: string, { version }: Blocks, blocks: Record<string, string>): Write =>
  put({ ...blocksKey(account), version: version + 1, blocks }, [
    version === 0 ? ['pk', 'absent'] : ['version', '=', version],
  ]);

/** Marks an address slot as taken (+1) or free (-1) and counts the instance; `gone` where the VPC no longer exists. */
export const markAddress = (account: string, vpc: string, slot: number, sign: 1 | -1, gone: () => Error): Write =>
  update(
    keys.listed(account, 'vpc', vpc),
    { add: { instance_count: sign, ...mark(slot, sign) } },
    [['pk', 'exists']],
    gone,
  );
