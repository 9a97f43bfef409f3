import type { Listed, Named } from './platform/nouns.ts';

/* The names of the parts of the index gsi1, and the attributes that put an item there. */

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

export const joinIndex = 'JOIN';
export const hostIndex = 'HOST-LIST';
export const accountIndex = 'ACCOUNTS';
/** The attributes that put a host or an account into the list of all of them, by age. */
export const byAge = (index: typeof hostIndex | typeof accountIndex, id: string, created_at: string) => ({
  gsi1pk: index,
  gsi1sk: `${created_at}#${id}`,
});

export const sessionIndex = (user: string, session: string) => ({ gsi1pk: `U#${user}#sessions`, gsi1sk: session });
export const memberIndex = (user: string, account: string) => ({ gsi1pk: `U#${user}#accounts`, gsi1sk: account });
export const openJobs = (host: string) => `HOST#${host}#open`;
export const hostsIndex = (shard: number) => `HOSTS#${shard}`;
export const outboxIndex = 'OUTBOX';
export const mailIndex = 'MAIL';
export const deadlineIndex = 'DEADLINE';
export const openOrderIndex = 'OPEN-ORDERS';
export const documentIndex = 'DOCUMENTS';
export const reconcileIndex = 'RECONCILE';
export const expiryIndex = 'EXPIRY';
export const bucketIndex = 'BUCKETS';
export const bucketWorkIndex = 'BUCKET-WORK';
export const bucketKeyIndex = 'S3KEY-EXPIRY';
export const asgIndex = 'ASG';
export const autoscaleIndex = 'AUTOSCALE';
export const backupIndex = 'BACKUP';
export const inviteIndex = 'INVITE';
export const webhookEventIndex = 'NEWS';
export const deliveryIndex = 'DELIVERY';
export const activityIndex = 'ACTIVITY';
export const meteringIndex = 'METERING';
export const autopayIndex = 'AUTOPAY';
export const subscriptionIndex = 'SUBSCRIPTIONS';
