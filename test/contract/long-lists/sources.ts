import { type Noun, newAccountId, newId } from '#lib/model/platform/ids.ts';
import { platformAccount } from '#lib/model/platform/principal.ts';
import { accountIndex, ageIndex, byAge, deadlineIndex, hostIndex, joinIndex, nameIndex } from '#lib/store/indexes.ts';
import { keys } from '#lib/store/keys.ts';
import type { Item } from '#lib/store/platform/read.ts';
import type { Listed, Named } from '#lib/store/records.ts';
import type { Belongings } from '#test/contract/belongings.ts';

/** A row that is to be written. */
export interface NewRow {
  /** RFC 3339, whole seconds. */
  readonly at: string;
  /** The same in epoch milliseconds. */
  readonly ms: number;
  /** Unique in its list; names are in another order than ages. */
  readonly name: string;
}

/** Where a list's rows stand in the table. */
export interface Source {
  /** The rows that the list has beside the written ones are these many at least; the written ones are copies of one. */
  copy(original: Item, row: NewRow, ground: Ground): Item;
  /** The keys of an item that the list shows, of which the written ones are copies. */
  original(ground: Ground): { pk: string; sk?: string };
  /** What replies name the row by, if it is not `id`. */
  shown?(item: Item): string;
}

/** Whose lists they are. */
export interface Ground {
  readonly account: string;
  readonly user: string;
  readonly mine: Belongings;
}

/** What a row has that replies show. */
const dated = ({ at, name }: NewRow) => ({ name, created_at: at, updated_at: at });

const idAt = (noun: Noun, { ms }: NewRow) => newId(noun, new Date(ms));

/** A list of resources that have ids, whose index is by name. */
const listed = (noun: Listed, kind: Noun, segment: string): Source => ({
  original: ({ account, mine }) => keys.listed(account, noun, mine[segment] ?? ''),
  copy: (item, row, { account }) => {
    const id = idAt(kind, row);
    return { ...item, ...keys.listed(account, noun, id), ...nameIndex(account, noun, row.name, id), id, ...dated(row) };
  },
});

/** A list of resources that have names, whose index is by age. */
const named = (noun: Named, kind: Noun, key: 'bucket' | 'group' | 'iamUser', segment: string): Source => ({
  original: ({ account, mine }) => keys[key](account, mine[segment] ?? ''),
  copy: (item, row, { account }) => {
    const id = idAt(kind, row);
    const own = noun === 'bucket' ? { uid: id } : { id };
    const username = noun === 'iam-user' ? { username: row.name } : {};
    return {
      ...item,
      ...keys[key](account, row.name),
      ...ageIndex(account, noun, id),
      ...own,
      ...dated(row),
      ...username,
    };
  },
  shown: ({ username, name }) => username ?? name,
});

/** A log whose entries are the items below a key. */
const log = (kind: Noun, key: (ground: Ground, id: string) => { pk: string; sk: string }): Source => ({
  original: (ground) => ({ pk: key(ground, '').pk }),
  copy: (item, row, ground) => {
    const id = idAt(kind, row);
    return { ...item, ...key(ground, id), id, ...('at' in item ? { at: row.at } : { created_at: row.at }) };
  },
});

const snapshots = listed('snapshot', 'snapshot', 'snapshots');

const eventsOf = log('event', ({ account, mine }, id) => keys.event(account, mine.instances ?? '', id));

/** Lists of which each row is an item of the table. */
export const sources: Readonly<Record<string, Source>> = {
  listInstances: listed('instance', 'instance', 'instances'),
  listVolumes: listed('volume', 'volume', 'volumes'),
  listSnapshots: snapshots,
  listInstanceSnapshots: {
    ...snapshots,
    copy: (item, row, ground) => ({ ...snapshots.copy(item, row, ground), instance_id: ground.mine.instances }),
  },
  listSshKeys: listed('ssh-key', 'sshKey', 'ssh-keys'),
  listVpcs: listed('vpc', 'vpc', 'vpcs'),
  listPolicies: listed('policy', 'policy', 'policies'),
  listLoadBalancers: listed('load-balancer', 'loadBalancer', 'load-balancers'),
  listCertificates: listed('certificate', 'certificate', 'certificates'),
  listAutoScalingGroups: listed('asg', 'asg', 'asg'),
  listElasticIps: listed('elastic-ip', 'elasticIp', 'elastic-ips'),
  listUsers: named('iam-user', 'user', 'iamUser', 'users'),
  listGroups: named('group', 'group', 'group', 'groups'),
  listBuckets: named('bucket', 'operation', 'bucket', 'buckets'),
  listInvites: {
    original: ({ account, mine }) => keys.invite(account, mine.invites ?? ''),
    copy: (item, row, { account }) => {
      const id = idAt('invite', row);
      return { ...item, ...keys.invite(account, id), id, ...dated(row), email: `${row.name}@example.com` };
    },
  },
  listMembers: {
    original: ({ account, user }) => keys.member(account, user),
    copy: (item, row, { account }) => {
      // People join in another order than they signed up.
      const user_id = newId('user', new Date(0));
      const id = idAt('member', row);
      const email = `${row.name}@example.com`;
      return { ...item, ...keys.member(account, user_id), id, user_id, ...dated(row), email, role: 'viewer' };
    },
  },
  listSessions: {
    original: ({ mine }) => keys.session(mine.sessions ?? ''),
    copy: (item, row) => {
      const id = idAt('session', row);
      return { ...item, ...keys.session(id), gsi1sk: id, id, created_at: row.at, last_used_at: row.at };
    },
  },
  listWebhooks: {
    original: ({ account, mine }) => keys.webhook(account, mine.webhooks ?? ''),
    copy: (item, row, { account }) => {
      const id = idAt('webhook', row);
      return { ...item, ...keys.webhook(account, id), id, ...dated(row), url: `https://${row.name}.example.com/` };
    },
  },
  listTransactions: log('transaction', ({ account }, id) => keys.ledger(account, id)),
  listInvoices: log('invoice', ({ account }, id) => keys.invoice(account, id)),
  listAuditLogs: log('log', ({ account }, id) => keys.audit(account, id)),
  listPlatformAuditLogs: log('log', (_, id) => keys.audit(platformAccount, id)),
  listInstanceEvents: {
    ...eventsOf,
    // Events have no ids.
    copy: (item, row, ground) => ({ ...eventsOf.copy(item, row, ground), message: row.name }),
    shown: ({ message }) => message,
  },
  listAutoScalingActivities: log('event', ({ account, mine }, id) => keys.asgActivity(account, mine.asg ?? '', id)),
  listAccounts: {
    original: ({ account }) => keys.account(account),
    copy: (item, row) => {
      const account_id = newAccountId();
      return {
        ...item,
        ...keys.account(account_id),
        ...byAge(accountIndex, account_id, row.at),
        account_id,
        ...dated(row),
      };
    },
    shown: ({ account_id }) => account_id,
  },
  listHosts: {
    original: ({ mine }) => keys.host(mine.hosts ?? ''),
    copy: (item, row) => {
      const host_id = `host-${row.name}`;
      return { ...item, ...keys.host(host_id), ...byAge(hostIndex, host_id, row.at), host_id, ...dated(row) };
    },
    shown: ({ host_id }) => host_id,
  },
  listJoinTokens: {
    original: ({ mine }) => keys.joinToken(mine['join-tokens'] ?? ''),
    copy: (item, row) => {
      const id = row.name.replaceAll('-', '');
      return { ...item, ...keys.joinToken(id), gsi1pk: joinIndex, gsi1sk: id, id, created_at: row.at };
    },
  },
  listLedgerDifferences: {
    original: ({ account }) => keys.difference(account, 'books'),
    copy: (item, row) => {
      const account_id = newAccountId();
      return { ...item, ...keys.difference(account_id, 'books'), account_id, found_at: row.at };
    },
    shown: ({ account_id }) => `${account_id}-books`,
  },
  listOperations: {
    original: () => keys.deadline('op-stuck'),
    copy: (item, row) => {
      const operation = idAt('operation', { ...row, ms: 0 });
      const gsi1sk = String(row.ms).padStart(15, '0');
      return { ...item, ...keys.deadline(operation), gsi1pk: deadlineIndex, gsi1sk, operation, due: row.ms };
    },
    shown: ({ operation }) => operation,
  },
};
