import { keys, nameIndex } from '#lib/store/keys.ts';
import { mark } from '#lib/store/platform/bitmap.ts';
import type { Clause } from '#lib/store/platform/expressions.ts';
import { all, get } from '#lib/store/platform/read.ts';
import { create, put, remove, Stale, update, type Write } from '#lib/store/platform/write.ts';

export interface VpcRecord {
  id: string;
  account_id: string;
  name: string;
  cidr: string;
  is_default: boolean;
  description: string | null;
  instance_count: number;
  /** Load balancers that reach into it. */
  load_balancer_count?: number;
  /** The host of its instances and load balancers, all of them, since its network does not reach beyond one; of the last where there are none. */
  host_id?: string;
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

/** Deletes a VPC in which nothing stands; `inUse` is told what does. */
export const removeVpc = (record: VpcRecord, inUse: (standing: Standing) => Error, stale: () => Error): Write =>
  remove(keys.listed(record.account_id, 'vpc', record.id), [...standsEmpty, ['version', '=', record.version]], (old) =>
    old && !isEmpty(old as VpcRecord) ? inUse(old as VpcRecord) : stale(),
  );

export type Standing = Pick<VpcRecord, 'instance_count' | 'load_balancer_count'>;

const noBalancer: Clause = { any: [[['load_balancer_count', 'absent']], [['load_balancer_count', '=', 0]]] };
const standsEmpty: readonly Clause[] = [['instance_count', '=', 0], noBalancer];

/** Whether neither instance nor load balancer stands in a VPC: then it may be on any host. */
export const isEmpty = ({ instance_count, load_balancer_count = 0 }: Standing): boolean =>
  instance_count === 0 && load_balancer_count === 0;

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

/** What keeps a VPC to one host as long as something stands in it; stale where that is another one meanwhile. */
const onHost = (host: string): Clause => ({ any: [standsEmpty, [['host_id', '=', host]]] });

/** Takes an address slot for an instance on this host, and counts the instance; `gone` where the VPC no longer exists. */
export const takeAddress = (account: string, vpc: string, slot: number, host: string, gone: () => Error): Write =>
  update(
    keys.listed(account, 'vpc', vpc),
    { set: { host_id: host }, add: { instance_count: 1, ...mark(slot, 1) } },
    [onHost(host)],
    (old) => (old ? new Stale() : gone()),
  );

/** Counts a load balancer on this host; `gone` where the VPC no longer exists. */
export const enterVpc = (account: string, vpc: string, host: string, gone: () => Error): Write =>
  update(
    keys.listed(account, 'vpc', vpc),
    { set: { host_id: host }, add: { load_balancer_count: 1 } },
    [['pk', 'exists'], onHost(host)],
    (old) => (old ? new Stale() : gone()),
  );

/** Counts a load balancer no more. */
export const leaveVpc = (account: string, vpc: string): Write =>
  update(keys.listed(account, 'vpc', vpc), { add: { load_balancer_count: -1 } }, [['pk', 'exists']]);

/** Gives an address slot back, and counts the instance no more. */
export const returnAddress = (account: string, vpc: string, slot: number): Write =>
  update(keys.listed(account, 'vpc', vpc), { add: { instance_count: -1, ...mark(slot, -1) } }, [['pk', 'exists']]);
