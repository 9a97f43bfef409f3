import { setting } from '#lib/model/platform/settings.ts';
import { placeOf } from '#lib/model/platform/spread.ts';
import type { Listed, Named, Partition, Records } from './records.ts';

/* The names of the parts of the index gsi1, and the attributes that add an item to them. */

type Of<N extends keyof Records> = Partition<Records[N]>;

/**
 * The attributes that put a listed noun into its account's name index. A tab sorts before every character of a name.
 */
export const nameIndex = (account: string, noun: Listed, name: string, id: string) => ({
  gsi1pk: `A#${account}#${noun}#name`,
  gsi1sk: `${name}\t${id}`,
});

/** The attributes that put a named noun into its account's age index; ids sort by creation time. */
export const ageIndex = (account: string, noun: Named, id: string) => ({
  gsi1pk: `A#${account}#${noun}#age`,
  gsi1sk: id,
});

export const joinIndex: Of<'joinToken'> = 'JOIN';
export const hostIndex: Of<'host'> = 'HOST-LIST';
export const accountIndex: Of<'account'> = 'ACCOUNTS';
/** The attributes that put a host or an account into the list of all of them, by age. */
export const byAge = (index: typeof hostIndex | typeof accountIndex, id: string, created_at: string) => ({
  gsi1pk: index,
  gsi1sk: `${created_at}#${id}`,
});

interface At<N extends keyof Records> {
  gsi1pk: Of<N>;
  gsi1sk: string;
}

export const sessionIndex = (user: string, session: string): At<'session'> => ({
  gsi1pk: `U#${user}#sessions`,
  gsi1sk: session,
});
export const memberIndex = (user: string, account: string): At<'member'> => ({
  gsi1pk: `U#${user}#accounts`,
  gsi1sk: account,
});

/**
 * The part of an index of work where an item is put: one of its shards, always the same one for the same id. An index
 * that is not divided has no shards.
 */
export function shardOf<T>(index: Partition<T>, id: string): Partition<T> {
  const shards = setting('SVC_SHARDS');
  return shards > 1 ? `${index}#${placeOf(id, shards)}` : index;
}

export const openJobs = (host: string): Of<'job'> => `HOST#${host}#open`;
export const hostsIndex = (shard: number): Of<'hostOffer'> => `HOSTS#${shard}`;
export const outboxIndex: Of<'intent'> = 'OUTBOX';
export const mailIndex: Of<'mail'> = 'MAIL';
export const deadlineIndex: Of<'deadline'> = 'DEADLINE';
export const openOrderIndex: Of<'order'> = 'OPEN-ORDERS';
export const documentIndex: Of<'document'> = 'DOCUMENTS';
export const reconcileIndex: Of<'wallet'> = 'RECONCILE';
export const expiryIndex: Of<'expiry'> = 'EXPIRY';
export const bucketIndex: Of<'bucketName'> = 'BUCKETS';
export const bucketWorkIndex: Of<'bucketWork'> = 'BUCKET-WORK';
export const bucketKeyIndex: Of<'bucketKey'> = 'S3KEY-EXPIRY';
export const asgIndex: Of<'asgAssignment'> = 'ASG';
export const autoscaleIndex: Of<'autoscaleRule'> = 'AUTOSCALE';
export const backupIndex: Of<'backup'> = 'BACKUP';
export const inviteIndex: Of<'invite'> = 'INVITE';
export const webhookEventIndex: Of<'webhookEvent'> = 'NEWS';
export const deliveryIndex: Of<'delivery'> = 'DELIVERY';
export const activityIndex: Of<'unplaced'> = 'ACTIVITY';
export const meteringIndex: Of<'metering' | 'mark'> = 'METERING';
export const autopayIndex: Of<'mandate'> = 'AUTOPAY';
export const subscriptionIndex: Of<'subscription'> = 'SUBSCRIPTIONS';
