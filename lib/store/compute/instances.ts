import type { InstanceEvent } from '#lib/model/compute/instance.ts';
import type { InstanceStatus } from '#lib/model/compute/instance-states.ts';
import type { Plan } from '#lib/model/platform/catalog.ts';
import { newId } from '#lib/model/platform/ids.ts';
import { keys, nameIndex } from '#lib/store/keys.ts';
import type { Clause } from '#lib/store/platform/expressions.ts';
import { all, batchGet, get, query } from '#lib/store/platform/read.ts';
import { create, put, remove, require, type Write } from '#lib/store/platform/write.ts';
import type { SshKeyRecord } from './ssh-keys.ts';

/** The operation that holds an instance: the workflow's name, what it does, and which volume or snapshot it is about. */
export interface Operation {
  id: string;
  kind:
    | 'launch'
    | 'start'
    | 'stop'
    | 'reboot'
    | 'terminate'
    | 'attach_volume'
    | 'detach_volume'
    | 'create_snapshot'
    | 'restore_snapshot';
  subject?: string;
}

export interface InstanceRecord {
  id: string;
  account_id: string;
  name: string;
  status: InstanceStatus;
  status_reason: string | null;
  task: string | null;
  private_ip: string;
  public_ip: string;
  public_hostname: string;
  ssh_port: number;
  ssh_ready: boolean;
  plan: Plan;
  instance_type_id: string;
  image_id: string;
  ssh_key_ids: string[];
  authorized_keys: string[];
  vpc_id: string;
  elastic_ip: { id: string; address: string } | null;
  volume_ids: string[];
  asg_id: string | null;
  tags: Record<string, string>;
  termination_protection: boolean;
  launched_at: string | null;
  expires_at: string | null;
  created_at: string;
  updated_at: string;

  /** Every write adds one; the ETag shows it. */
  version: number;
  /** The image of the snapshot that `image_id` names, where the instance was launched from one. */
  base_image_id?: string;
  host_id: string;
  /** The slot of `private_ip` in its VPC's bitmap. */
  address_slot: number;
  /** Whether room, port and address are held for it; a failed launch has given them back. */
  placed: boolean;
  /** Whether a disk exists that a start could use. */
  has_disk: boolean;
  /** OpenSSH public half of the machine's host key, once it has one. */
  host_key: string | null;
  operation: Operation | null;
  /** What its termination takes with it beside the volumes that say so themselves. */
  cascade?: { volumes: boolean; snapshots: boolean };
  /** Snapshot of the price at launch, paise an hour. */
  price_hourly_paise: number;
  /** What the launch holds of the wallet until it settles, under the launch's operation. */
  hold: { operation: string; amount_paise: number } | null;
  /** Epoch seconds after which a terminated record is gone. */
  ttl?: number;
}

export const getInstance = (account: string, id: string) => get<InstanceRecord>(keys.listed(account, 'instance', id));

/** An instance and these SSH keys of its account, in the order asked for, by one read. */
export async function readWithSshKeys(account: string, id: string, sshKeys: readonly string[]) {
  const wanted = sshKeys.map((key) => keys.listed(account, 'ssh-key', key));
  const [record, ...found] = await batchGet([keys.listed(account, 'instance', id), ...wanted]);
  return { record: record as InstanceRecord | undefined, sshKeys: found as (SshKeyRecord | undefined)[] };
}

const index = (record: Pick<InstanceRecord, 'account_id' | 'name' | 'id'>) =>
  nameIndex(record.account_id, 'instance', record.name, record.id);

export const createInstance = (record: InstanceRecord): Write =>
  create({ ...record, ...keys.listed(record.account_id, 'instance', record.id), ...index(record) });

/** Changes a record that nobody changed since it was read; otherwise the caller reads again. */
export function changeInstance(record: InstanceRecord, next: InstanceRecord, also: readonly Clause[] = []): Write {
  return put(
    { ...next, ...keys.listed(record.account_id, 'instance', record.id), ...index(next), version: record.version + 1 },
    [['version', '=', record.version], ...also],
  );
}

/** Requires an instance not to be on its way out; `refuse` is told what it is. */
export const requireNotTerminating = (account: string, id: string, refuse: (record: InstanceRecord) => Error): Write =>
  require(keys.listed(account, 'instance', id), [
    ['status', '<>', 'terminating'],
    ['status', '<>', 'terminated'],
  ], (old) => refuse(old as InstanceRecord));

/** The script that a machine runs at its first boot; an item of its own, since it may be 64 KiB. */
export const putUserData = (account: string, instance: string, text: string): Write =>
  create({ ...keys.userData(account, instance), text });

export const getUserData = async (account: string, instance: string): Promise<string | null> =>
  (await get<{ text: string }>(keys.userData(account, instance)))?.text ?? null;

export const removeUserData = (account: string, instance: string): Write => remove(keys.userData(account, instance));

/** The instances of an account that run, or will once what is done with them is over. */
export const runningInstances = (account: string) =>
  all<InstanceRecord>({
    pk: keys.listed(account, 'instance', '').pk,
    filter: [['status', 'in', ['running', 'starting', 'rebooting', 'restoring', 'provisioning']]],
  });

/** Notes what happened to an instance; events outlive it for a week. */
export function addEvent(account: string, instance: string, event: InstanceEvent, now: Date): Write {
  const ttl = Math.floor(now.getTime() / 1000) + 7 * 86_400;
  return put({ ...keys.event(account, instance, newId('event', now)), ...event, ttl });
}

/** The newest events of an instance, newest first. */
export async function listEvents(account: string, instance: string): Promise<InstanceEvent[]> {
  const key = keys.event(account, instance, '');
  return (await query<InstanceEvent>({ pk: key.pk, begins: key.sk, newestFirst: true, limit: 200 })).items;
}

/** Claims a private address of a VPC for an instance. */
export const claimAddress = (vpc: string, address: string, instance: string): Write =>
  create({ ...keys.address(vpc, address), instance_id: instance });

export const freeAddress = (vpc: string, address: string, instance: string): Write =>
  remove(keys.address(vpc, address), [['instance_id', '=', instance]]);
