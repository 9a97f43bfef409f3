import type { ElasticIp } from '#lib/model/compute/elastic-ip.ts';
import { keys, nameIndex } from '#lib/store/keys.ts';
import { batchGet, few, get } from '#lib/store/platform/read.ts';
import { create, put, type Refusal, remove, update, type Write } from '#lib/store/platform/write.ts';
import { directoryOf } from './hosts.ts';
import type { InstanceRecord } from './instances.ts';

export interface ElasticIpRecord extends Omit<ElasticIp, 'allowed_actions'> {
  /** The block that the address is from. */
  pool: string;
  /** The host of `instance_id`, which forwards it. */
  host_id: string | null;
  /** Every write adds one; the ETag shows it. */
  version: number;
}

const keyOf = ({ account_id, id }: Pick<ElasticIpRecord, 'account_id' | 'id'>) =>
  keys.listed(account_id, 'elastic-ip', id);

const itemOf = (record: ElasticIpRecord) => ({
  ...keyOf(record),
  ...nameIndex(record.account_id, 'elastic-ip', record.name ?? '', record.id),
  ...record,
});

export const getElasticIp = (account: string, id: string) => get<ElasticIpRecord>(keyOf({ account_id: account, id }));

/** An address, the instance that it is wanted for, and the directory of hosts, in one strong read. */
export async function readAttachment(account: string, id: string, instance: string) {
  const [address, record, directory] = await batchGet([
    keyOf({ account_id: account, id }),
    keys.listed(account, 'instance', instance),
    keys.hosts(),
  ]);
  return {
    address: address as ElasticIpRecord | undefined,
    instance: record as InstanceRecord | undefined,
    hosts: directoryOf(directory),
  };
}

/** The addresses that an instance has, gets or loses; an account has few. */
export const elasticIpsOf = (account: string, instance: string): Promise<ElasticIpRecord[]> =>
  few({ pk: keyOf({ account_id: account, id: '' }).pk, filter: [['instance_id', '=', instance]] });

export const createElasticIp = (record: ElasticIpRecord): Write => create(itemOf(record));

/** Changes a record that nobody changed since it was read; otherwise the caller reads again. */
export const changeElasticIp = (record: ElasticIpRecord, next: ElasticIpRecord): Write =>
  put(itemOf({ ...next, version: record.version + 1 }), [['version', '=', record.version]]);

export const removeElasticIp = (record: ElasticIpRecord): Write =>
  remove(keyOf(record), [['version', '=', record.version]]);

/** Sets an address free whose instance is no more; stale where it is another's meanwhile. */
export const freeElasticIp = (account: string, id: string, instance: string, updated_at: string): Write =>
  update(
    keyOf({ account_id: account, id }),
    {
      set: { status: 'available', instance_id: null, host_id: null, attached_at: null, updated_at },
      add: { version: 1 },
    },
    [['instance_id', '=', instance]],
  );

/** Takes an address off an instance whose status is one of these, without reading it; `refuse` is told how it stands. */
export const unlinkElasticIp = (
  { account_id, id, instance_id }: ElasticIpRecord,
  statuses: readonly InstanceRecord['status'][],
  updated_at: string,
  refuse: Refusal,
): Write =>
  update(
    keys.listed(account_id, 'instance', instance_id ?? ''),
    { set: { elastic_ip: null, updated_at }, add: { version: 1 } },
    [
      ['elastic_ip.id', '=', id],
      ['status', 'in', statuses],
    ],
    refuse,
  );
