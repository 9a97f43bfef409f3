import type { FirstBoot } from '#lib/model/compute/first-boot.ts';
import type { InstanceEvent } from '#lib/model/compute/instance.ts';
import { newId } from '#lib/model/platform/ids.ts';
import type { Stored } from '#lib/store/entity.ts';
import { nameIndex } from '#lib/store/indexes.ts';
import { keys } from '#lib/store/keys.ts';
import type { Clause } from '#lib/store/platform/expressions.ts';
import { all, batchGet, get, manyOf, queryAll } from '#lib/store/platform/read.ts';
import { changing, create, put, remove, require, Stale, update, type Write } from '#lib/store/platform/write.ts';
import type { instanceRecord, operation } from './instances.entity.ts';

/**
 * The operation that holds an instance: its workflow's name, its kind, and the volume or snapshot that it also holds.
 */
export type Operation = Stored<typeof operation>;

export type InstanceRecord = Stored<typeof instanceRecord>;

export const getInstance = (account: string, id: string) => get(keys.listed(account, 'instance', id));

/** These instances of an account (≤ 100), in the given order, in one read. */
export const getInstances = (account: string, ids: readonly string[]) =>
  batchGet(ids.map((id) => keys.listed(account, 'instance', id)));

/**
 * The instances that these items name, in the same order, in reads of 100. Instances that no longer exist are left out.
 */
export async function readInstances(
  named: readonly { account_id: string; instance_id: string }[],
): Promise<InstanceRecord[]> {
  const read = await manyOf(
    named.map(({ account_id, instance_id }) => keys.listed(account_id, 'instance', instance_id)),
  );
  return read.filter((record) => record !== undefined);
}

/** An instance and these SSH keys of its account, in the given order, in one read. */
export async function readWithSshKeys(account: string, id: string, sshKeys: readonly string[]) {
  const keysToRead = sshKeys.map((key) => keys.listed(account, 'ssh-key', key));
  const [record, ...found] = await batchGet([keys.listed(account, 'instance', id), ...keysToRead]);
  return { record, sshKeys: found };
}

const index = (record: Pick<InstanceRecord, 'account_id' | 'name' | 'id'>) =>
  nameIndex(record.account_id, 'instance', record.name, record.id);

export const createInstance = (record: InstanceRecord): Write =>
  changing(
    'instance',
    undefined,
    record,
    create({ ...record, ...keys.listed(record.account_id, 'instance', record.id), ...index(record) }),
  );

/** Changes a record. Stale where it was changed since it was read. */
export function changeInstance(
  record: InstanceRecord,
  next: InstanceRecord,
  also: readonly Clause<InstanceRecord>[] = [],
): Write {
  const item = { ...next, ...keys.listed(record.account_id, 'instance', record.id), ...index(next) };
  const write = put({ ...item, version: record.version + 1 }, [['version', '=', record.version], ...also]);
  return changing('instance', record, next, write);
}

/** Stores how far the pull of a launch's image has come. Throws what `refuse` returns where the launch is over. */
export const notePullProgress = (
  { account_id, id }: Pick<InstanceRecord, 'account_id' | 'id'>,
  operation: string,
  status_reason: string,
  refuse: () => Error,
): Write =>
  update(
    keys.listed(account_id, 'instance', id),
    { set: { status_reason }, add: { version: 1 } },
    [
      ['operation.id', '=', operation],
      ['status', '=', 'provisioning'],
    ],
    refuse,
  );

/** Requires that an instance is neither terminating nor terminated; `refuse` gets its record. */
export const requireNotTerminating = (account: string, id: string, refuse: (record: InstanceRecord) => Error): Write =>
  require(keys.listed(account, 'instance', id), [
    ['status', '<>', 'terminating'],
    ['status', '<>', 'terminated'],
  ], (old) => (old ? refuse(old) : new Stale()));

/** Stores the script of a first boot. It has its own item, since it may have 64 KiB. */
export const putUserData = (account: string, instance: string, text: string): Write =>
  create({ ...keys.userData(account, instance), text });

export const getUserData = async (account: string, instance: string): Promise<string | null> =>
  (await get(keys.userData(account, instance)))?.text ?? null;

/**
 * Records the progress of the script of a first boot. Stale where this progress or an end was already recorded, and
 * where the instance no longer has user data.
 */
export const noteFirstBoot = (account: string, instance: string, state: FirstBoot['state']): Write =>
  update(keys.userData(account, instance), { set: { state } }, [
    ['text', 'exists'],
    state === 'started' ? ['state', 'absent'] : { any: [[['state', 'absent']], [['state', '=', 'started']]] },
  ]);

export const removeUserData = (account: string, instance: string): Write => remove(keys.userData(account, instance));

/** The instances of an account that are running, or will be once their operation ends. */
export const runningInstances = (account: string) =>
  all({
    pk: keys.listed(account, 'instance', '').pk,
    filter: [['status', 'in', ['running', 'starting', 'rebooting', 'restoring', 'provisioning']]],
  });

/** The ids of the instances of an image that are not terminated. */
export const instancesWithImage = async (account: string, image: string): Promise<string[]> => {
  const own: Clause<InstanceRecord> = { any: [[['image_id', '=', image]], [['base_image_id', '=', image]]] };
  const { pk } = keys.listed(account, 'instance', '');
  return (await queryAll({ pk, filter: [own, ['status', '<>', 'terminated']] })).map(({ id }) => id);
};

/** Adds an event of an instance. Events are kept for a week after its termination. */
export function addEvent(account: string, instance: string, event: InstanceEvent, now: Date): Write {
  const ttl = Math.floor(now.getTime() / 1000) + 7 * 86_400;
  return put({ ...keys.event(account, instance, newId('event', now)), ...event, ttl });
}

/** Claims a private address of a VPC for an instance or a load balancer. */
export const claimAddress = (vpc: string, address: string, owner: string): Write =>
  create({ ...keys.address(vpc, address), instance_id: owner });

export const freeAddress = (vpc: string, address: string, owner: string): Write =>
  remove(keys.address(vpc, address), [['instance_id', '=', owner]]);
