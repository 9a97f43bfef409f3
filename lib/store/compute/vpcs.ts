import type { Stored } from '#lib/store/entity.ts';
import { nameIndex } from '#lib/store/indexes.ts';
import { keys } from '#lib/store/keys.ts';
import { mark } from '#lib/store/platform/bitmap.ts';
import type { Clause } from '#lib/store/platform/expressions.ts';
import { all, get } from '#lib/store/platform/read.ts';
import { changing, create, put, remove, Stale, update, type Write } from '#lib/store/platform/write.ts';
import type { blocks, vpcRecord } from './vpcs.entity.ts';

export type VpcRecord = Stored<typeof vpcRecord>;

export const getVpc = (account: string, id: string) => get(keys.listed(account, 'vpc', id));

export const createVpc = (record: VpcRecord): Write =>
  changing(
    'vpc',
    undefined,
    record,
    create({
      ...keys.listed(record.account_id, 'vpc', record.id),
      ...nameIndex(record.account_id, 'vpc', record.name, record.id),
      ...record,
    }),
  );

/** Changes a VPC's name, description or tags. Stale where it was changed since it was read. */
export const updateVpc = (
  record: VpcRecord,
  next: Pick<VpcRecord, 'name' | 'description' | 'tags' | 'updated_at'>,
): Write =>
  update(
    keys.listed(record.account_id, 'vpc', record.id),
    {
      set: { ...next, version: record.version + 1, ...nameIndex(record.account_id, 'vpc', next.name, record.id) },
    },
    [['version', '=', record.version]],
  );

/** Deletes a VPC that is empty and that no group launches into. `inUse` gets what uses it. */
export const removeVpc = (record: VpcRecord, inUse: (occupancy: Occupancy) => Error, stale: () => Error): Write =>
  changing(
    'vpc',
    record,
    undefined,
    remove(
      keys.listed(record.account_id, 'vpc', record.id),
      [...emptyVpc, ['asg_ids', 'absent'], ['version', '=', record.version]],
      (old) => (old && isUsed(old) ? inUse(old) : stale()),
    ),
  );

/** What uses a VPC: the number of instances and load balancers, and the groups that launch into it. */
export type Occupancy = Pick<VpcRecord, 'instance_count' | 'load_balancer_count' | 'asg_ids'>;

/** Whether a VPC has anything in it, or a group launches into it. */
export const isUsed = (occupancy: Occupancy): boolean => !isEmpty(occupancy) || (occupancy.asg_ids?.size ?? 0) > 0;

const noBalancer: Clause<VpcRecord> = { any: [[['load_balancer_count', 'absent']], [['load_balancer_count', '=', 0]]] };
const emptyVpc: readonly Clause<VpcRecord>[] = [['instance_count', '=', 0], noBalancer];

/** Whether a VPC has neither instances nor load balancers, so that any host may serve it. */
export const isEmpty = ({ instance_count, load_balancer_count = 0 }: Occupancy): boolean =>
  instance_count === 0 && load_balancer_count === 0;

/** The blocks of an account's VPCs by VPC id. They are in one item with a version, since blocks must not overlap. */
export type Blocks = Stored<typeof blocks>;

const blocksKey = keys.vpcBlocks;

/**
 * The current blocks. The item exists once the account has a VPC besides the default one; before that they are taken
 * from the VPCs.
 */
export async function readBlocks(account: string): Promise<Blocks> {
  const known = await get(blocksKey(account));
  if (known) return known;
  const blocks: Record<string, string> = {};
  for await (const { id, cidr } of all({ pk: keys.listed(account, 'vpc', '').pk })) blocks[id] = cidr;
  return { version: 0, blocks };
}

/** Replaces the blocks. Stale where they were changed since they were read. */
export const changeBlocks = (account: string, { version }: Blocks, blocks: Record<string, string>): Write =>
  put({ ...blocksKey(account), version: version + 1, blocks }, [
    version === 0 ? ['pk', 'absent'] : ['version', '=', version],
  ]);

/** Keeps a VPC on one host unless it is empty. Stale where it is on another host. */
const onHost = (host: string): Clause<VpcRecord> => ({
  any: [emptyVpc, [['host_id', '=', host]], [['host_id', 'absent']]],
});

/** Lets a VPC of a lost host move to another host. Stale where it already has. */
export const unpinVpc = (account: string, vpc: string, host: string): Write =>
  update(keys.listed(account, 'vpc', vpc), { remove: ['host_id'] }, [['host_id', '=', host]]);

/**
 * Binds a VPC to the host of a machine that was lost and is to start again. `elsewhere` gets the VPC's current host.
 */
export const pinVpc = (account: string, vpc: string, host: string, elsewhere: (host: string) => Error): Write =>
  update(
    keys.listed(account, 'vpc', vpc),
    { set: { host_id: host } },
    [['pk', 'exists'], { any: [[['host_id', '=', host]], [['host_id', 'absent']]] }],
    (old) => elsewhere(old?.host_id ?? 'none'),
  );

/**
 * Moves a VPC to the host to which one of its machines moves. Stale where its host has changed, or where that machine
 * is not alone in the VPC on its former host.
 */
export const moveVpc = (account: string, vpc: string, { from, to }: { from: string | undefined; to: string }): Write =>
  update(keys.listed(account, 'vpc', vpc), { set: { host_id: to } }, [
    ['pk', 'exists'],
    from === undefined ? ['host_id', 'absent'] : ['host_id', '=', from],
    ...(from === undefined || from === to ? [] : [['instance_count', '=', 1] as const, noBalancer]),
  ]);

/**
 * Takes an address slot for an instance on this host, and counts the instance. Throws what `gone` returns where the VPC
 * no longer exists.
 */
export const takeAddress = (account: string, vpc: string, slot: number, host: string, gone: () => Error): Write =>
  update(
    keys.listed(account, 'vpc', vpc),
    { set: { host_id: host }, add: { instance_count: 1, ...mark(slot, 1) } },
    [['pk', 'exists'], onHost(host)],
    (old) => (old ? new Stale() : gone()),
  );

/**
 * Counts a load balancer on this host, and takes an address slot for it where one is given. Throws what `gone` returns
 * where the VPC no longer exists.
 */
export const enterVpc = (
  account: string,
  vpc: string,
  { host, slot }: { host: string; slot: number | undefined },
  gone: () => Error,
): Write =>
  update(
    keys.listed(account, 'vpc', vpc),
    { set: { host_id: host }, add: { load_balancer_count: 1, ...balancerSlot(slot, 1) } },
    [['pk', 'exists'], onHost(host)],
    (old) => (old ? new Stale() : gone()),
  );

/**
 * Records that a group launches into a VPC, which then cannot be deleted. Throws what `gone` returns where the VPC no
 * longer exists.
 */
export const bindGroupToVpc = (account: string, vpc: string, asg: string, gone: () => Error): Write =>
  update(keys.listed(account, 'vpc', vpc), { add: { asg_ids: new Set([asg]) } }, [['pk', 'exists']], gone);

/** Removes the record that a group launches into a VPC. */
export const unbindGroupFromVpc = (account: string, vpc: string, asg: string): Write =>
  update(keys.listed(account, 'vpc', vpc), { delete: { asg_ids: new Set([asg]) } }, [['pk', 'exists']]);

/** The change to a VPC's bitmap for the address of a load balancer; none where it has no address. */
const balancerSlot = (slot: number | undefined, sign: 1 | -1): Record<string, number> =>
  slot === undefined ? {} : { balancer_ips: sign, ...mark(slot, sign) };

/** Takes an address slot for a load balancer that is already counted. */
export const takeBalancerAddress = (account: string, vpc: string, slot: number): Write =>
  update(keys.listed(account, 'vpc', vpc), { add: balancerSlot(slot, 1) }, [['pk', 'exists']]);

/** Subtracts a load balancer from the count, and returns its address slot. */
export const leaveVpc = (account: string, vpc: string, slot: number | undefined): Write =>
  update(keys.listed(account, 'vpc', vpc), { add: { load_balancer_count: -1, ...balancerSlot(slot, -1) } }, [
    ['pk', 'exists'],
  ]);

/** Returns an address slot, and subtracts the instance from the count. */
export const returnAddress = (account: string, vpc: string, slot: number): Write =>
  update(keys.listed(account, 'vpc', vpc), { add: { instance_count: -1, ...mark(slot, -1) } }, [['pk', 'exists']]);
