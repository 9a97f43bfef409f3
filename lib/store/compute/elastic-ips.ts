import type { Stored } from '#lib/store/entity.ts';
import { nameIndex } from '#lib/store/indexes.ts';
import { keys } from '#lib/store/keys.ts';
import type { Clause } from '#lib/store/platform/expressions.ts';
import { batchGet, get, queryAll } from '#lib/store/platform/read.ts';
import { changing, create, put, type Refusal, remove, update, type Write } from '#lib/store/platform/write.ts';
import { catalogOf } from './directory.ts';
import type { elasticIpRecord } from './elastic-ips.entity.ts';
import type { InstanceRecord } from './instances.ts';

export type ElasticIpRecord = Stored<typeof elasticIpRecord>;

const keyOf = ({ account_id, id }: Pick<ElasticIpRecord, 'account_id' | 'id'>) =>
  keys.listed(account_id, 'elastic-ip', id);

const itemOf = (record: ElasticIpRecord) => ({
  ...keyOf(record),
  ...nameIndex(record.account_id, 'elastic-ip', record.name ?? '', record.id),
  ...record,
});

export const getElasticIp = (account: string, id: string) => get(keyOf({ account_id: account, id }));

/** An address, the instance that it is for, and the catalog of hosts, in one strong read. */
export async function readAttachment(account: string, id: string, instance: string) {
  const [address, record, catalog] = await batchGet([
    keyOf({ account_id: account, id }),
    keys.listed(account, 'instance', instance),
    keys.catalog(),
  ]);
  return {
    address,
    instance: record,
    catalog: catalogOf(catalog),
  };
}

/** The addresses of an instance, including those that are attaching or detaching. An account has few. */
export const elasticIpsOf = (account: string, instance: string): Promise<ElasticIpRecord[]> =>
  queryAll({ pk: keyOf({ account_id: account, id: '' }).pk, filter: [['instance_id', '=', instance]] });

export const createElasticIp = (record: ElasticIpRecord): Write =>
  changing('elastic_ip', undefined, record, create(itemOf(record)));

/** Changes a record. Stale where it was changed since it was read. */
export const changeElasticIp = (record: ElasticIpRecord, next: ElasticIpRecord): Write =>
  changing(
    'elastic_ip',
    record,
    next,
    put(itemOf({ ...next, version: record.version + 1 }), [['version', '=', record.version]]),
  );

export const removeElasticIp = (record: ElasticIpRecord): Write =>
  changing('elastic_ip', record, undefined, remove(keyOf(record), [['version', '=', record.version]]));

/**
 * Detaches an address from an instance that meets these conditions, without reading the instance first. `refuse` gets
 * the instance as stored.
 */
export const unlinkElasticIp = (
  { account_id, id, instance_id }: ElasticIpRecord,
  clauses: readonly Clause<InstanceRecord>[],
  updated_at: string,
  refuse: Refusal<InstanceRecord>,
): Write =>
  update(
    keys.listed(account_id, 'instance', instance_id ?? ''),
    { set: { elastic_ip: null, updated_at }, add: { version: 1 } },
    [['elastic_ip.id', '=', id], ...clauses],
    refuse,
  );
