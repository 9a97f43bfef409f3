import type { TransactWriteCommandInput } from '@aws-sdk/lib-dynamodb';
import { realNow } from '#lib/drivers/clocks/real.ts';
import type { EventType } from '#lib/model/platform/event-types.ts';
import { newId } from '#lib/model/platform/ids.ts';
import { srn } from '#lib/model/platform/principal.ts';
import { type ResourceKind, resourceKinds } from '#lib/model/platform/resource-kinds.ts';
import { typeOfChange } from '#lib/model/platform/type-of-change.ts';
import type { Stored } from '#lib/store/entity.ts';
import { activityIndex, shardOf } from '#lib/store/indexes.ts';
import { type Key, keys } from '#lib/store/keys.ts';
import type { unplacedActivity, unplacedEvent } from './activity.entity.ts';
import { tableName } from './client.ts';
import type { Item } from './read.ts';

/** What an event shows of a resource's record. The rest of the record is kept with it, for the data of webhooks. */
export interface Subject {
  account_id: string;
  id?: string;
  /** The last part of its SRN, if it is not the id. */
  resource_id?: string;
  name?: string | null;
  username?: string;
  status?: string;
  status_reason?: string | null;
  updated_at?: string;
}

/** What one write does to a resource. `before` is absent for a creation, `after` for a deletion. */
export interface ResourceChange {
  kind: ResourceKind;
  /** Whether the write knows only a part of the record. The rest is read when the event is placed. */
  partial?: boolean;
  before?: Subject | undefined;
  after?: Subject | undefined;
}

/** An event that a verb announces with its transaction. */
export interface Announcement {
  account_id: string;
  type: EventType;
  /** The SRN of its subject. */
  resource: string;
  name?: string | null;
  status?: string | null;
  /** One sentence for people. */
  message: string;
  /** The data that webhooks get. */
  data: object;
}

/** Who caused a transaction: the name of a principal, or of a part of the platform, and the client's request. */
export interface Author {
  actor: string;
  request_id: string | null;
}

/** An event as its transaction leaves it. Its id and its place in the feed are decided later. */
export type UnplacedEvent = Stored<typeof unplacedEvent>;

/** The events of one transaction in one account. */
export type UnplacedActivity = Stored<typeof unplacedActivity> & Key<Stored<typeof unplacedActivity>>;

/** Where the events of an account's transactions are in the index. */
export const activityShard = ({ account_id }: Pick<UnplacedActivity, 'account_id'>) =>
  shardOf(activityIndex, account_id);

type TransactItem = NonNullable<TransactWriteCommandInput['TransactItems']>[number];

let listener = (_keys: readonly string[]): void => undefined;

/** Sets the function to call after each transaction that left events. A program has one such function. */
export function onActivity(next: (keys: readonly string[]) => void): void {
  listener = next;
}

/** Notifies the program that a transaction left events in these accounts. */
export const activityLeft = (accounts: Iterable<string>): void =>
  listener([...accounts].map((account) => keys.unplaced(account, '').pk));

/** The events of a transaction by account: those of its changes, then those that its verb announces. */
export function eventsOf(
  changes: readonly ResourceChange[],
  announcements: readonly Announcement[],
  author: Author,
): ReadonlyMap<string, UnplacedEvent[]> {
  const events = new Map<string, UnplacedEvent[]>();
  const add = (account: string, event: UnplacedEvent) => events.set(account, [...(events.get(account) ?? []), event]);
  for (const change of changes) {
    const subject = change.after ?? change.before;
    const event = subject && eventOf(change, subject, author);
    if (event) add(subject.account_id, event);
  }
  for (const { account_id, name = null, status = null, ...rest } of announcements)
    add(account_id, { ...author, name, status, ...rest });
  return events;
}

function eventOf(
  { kind, before, after, partial }: ResourceChange,
  subject: Subject,
  author: Author,
): UnplacedEvent | undefined {
  const type = typeOfChange(kind, before, after);
  if (!type) return undefined;
  const { service, type: resource } = resourceKinds[kind];
  const name = subject.name ?? subject.username ?? null;
  const id = subject.resource_id ?? subject.id ?? name ?? '';
  return {
    type,
    resource: srn(service, subject.account_id, `${resource}/${id}`),
    name,
    status: after?.status ?? null,
    ...author,
    message: sentence(type, name ?? id, after),
    kind,
    ...(after?.updated_at ? { at: after.updated_at } : {}),
    ...(partial ? {} : { record: withoutSecrets(subject) }),
  };
}

/** Attributes that no event needs: keys of the table, secrets, hashes, and scripts that may have 64 KiB. */
const left = ['pk', 'sk', 'gsi1pk', 'gsi1sk', 'secret', 'secret_key', 'password_hash', 'user_data', 'authorized_keys'];

const withoutSecrets = (record: object): Item =>
  Object.fromEntries(Object.entries(record).filter(([name]) => !left.includes(name)));

/** `instance web-01: running`, and the reason where there is one. */
function sentence(type: EventType, name: string, after: Subject | undefined): string {
  const [kind = '', word = ''] = type.split('.');
  const reason = after?.status_reason ? ` (${after.status_reason})` : '';
  return `${kind.replaceAll('_', ' ')} ${name}: ${word.replaceAll('_', ' ')}${reason}`;
}

/**
 * The items that hold a transaction's events, one for each account. Within an account they are ordered by key, and the
 * keys are made when the transaction is sent.
 */
export const unplacedItems = (events: ReadonlyMap<string, readonly UnplacedEvent[]>): TransactItem[] =>
  [...events].map(([account_id, list]) => {
    const now = realNow();
    const left_at = now.getTime();
    const place = {
      gsi1pk: activityShard({ account_id }),
      gsi1sk: `${String(left_at).padStart(15, '0')}#${account_id}`,
    };
    const key = keys.unplaced(account_id, newId('event', now));
    return { Put: { TableName: tableName(), Item: { ...key, ...place, account_id, left_at, events: list } } };
  });
