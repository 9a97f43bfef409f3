import type { Stored } from '#lib/store/entity.ts';
import { keys } from '#lib/store/keys.ts';
import { batchGet, get } from '#lib/store/platform/read.ts';
import { create, put, remove, type Write } from '#lib/store/platform/write.ts';
import { catalogOf } from './directory.ts';
import type { firewallRecord, ruleRecord } from './firewalls.entity.ts';

/** A stored rule; the item that holds it names the account and instance. */
export type RuleRecord = Stored<typeof ruleRecord>;

/** All rules of one instance. */
export type FirewallRecord = Stored<typeof firewallRecord>;

const keyOf = ({ account_id, instance_id }: Pick<FirewallRecord, 'account_id' | 'instance_id'>) =>
  keys.firewall(account_id, instance_id);

export const getFirewall = (account: string, instance: string) => get(keys.firewall(account, instance));

/** An instance with its firewall and the catalog of hosts, in one strong read. */
export async function readFirewall(account: string, instance: string) {
  const [record, firewall, catalog] = await batchGet([
    keys.listed(account, 'instance', instance),
    keys.firewall(account, instance),
    keys.catalog(),
  ]);
  return {
    record,
    firewall,
    catalog: catalogOf(catalog),
  };
}

export const createFirewall = (record: FirewallRecord): Write => create({ ...keyOf(record), ...record });

/** Replaces the rules of a firewall. Stale where it was changed since it was read. */
export const changeFirewall = (record: FirewallRecord, rules: RuleRecord[]): Write =>
  put({ ...keyOf(record), ...record, rules, version: record.version + 1 }, [['version', '=', record.version]]);

export const removeFirewall = (account: string, instance: string): Write => remove(keys.firewall(account, instance));
