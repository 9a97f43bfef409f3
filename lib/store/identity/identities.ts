import type { Principal } from '#lib/model/platform/principal.ts';
import { type Key, keys } from '#lib/store/keys.ts';
import { generationOf, isOfGeneration } from '#lib/store/platform/generations.ts';
import { batchGet, type Item } from '#lib/store/platform/read.ts';
import { type Guesses, guessesIn, guessKeys } from '#lib/store/requests/attempts.ts';
import { type AccessKeyRecord, keyNow } from './access-keys.ts';
import type { AccountRecord, SessionRecord, UserRecord } from './accounts.ts';
import { type IamState, iamStateOf } from './iam.ts';
import { type IamUserRecord, iamUserNow } from './iam-users.ts';
import type { MemberRecord } from './members.ts';
import { operatorsOf } from './operators.ts';

/**
 * The subject that credentials name, not yet authenticated: a root user or member by id, an IAM user by name as well.
 */
export interface Subject {
  type: Principal['type'];
  id: string;
  account_id: string;
  username?: string | null | undefined;
}

/** The session or the access key behind credentials. */
export interface Grant {
  session?: string | undefined;
  key?: string | undefined;
}

/** The table's records of a subject and its session or key; an absent record is undefined. */
export interface IdentityRecords {
  account: AccountRecord | undefined;
  iam: IamState;
  user: UserRecord | undefined;
  iam_user: IamUserRecord | undefined;
  member: MemberRecord | undefined;
  session: SessionRecord | undefined;
  key: AccessKeyRecord | undefined;
  /** The instance of the request, where it was prefetched. */
  instance: Item | undefined;
  /** The ids of the operators' accounts, where they were asked for. */
  operators: readonly string[] | undefined;
}

/** What is read in the same call: an instance of the account, and who runs the deployment. */
export interface Along {
  instance?: string | undefined;
  operators?: boolean;
}

/**
 * Reads all records that authentication needs, in one call, and what is to be read along with them.
 */
export async function readIdentity(
  who: Subject,
  grant: Grant = {},
  { instance, operators = false }: Along = {},
): Promise<IdentityRecords> {
  const candidates = candidatesOf(who, grant, { instance, operators });
  const requested = candidates.filter((pair): pair is [keyof IdentityRecords, Key] => pair[1] !== undefined);
  const items = await batchGet(requested.map(([, key]) => key));
  const found: Partial<Record<keyof IdentityRecords, Item>> = Object.fromEntries(
    requested.map(([name], i) => [name, items[i]]),
  );
  const records = found as unknown as IdentityRecords;
  const generation = generationOf(records.account);
  return {
    ...records,
    iam_user: found.iam_user && iamUserNow(found.iam_user, generation),
    member: records.member && isOfGeneration(records.member, generation) ? records.member : undefined,
    key: records.key && keyNow(records.key, generation),
    iam: iamStateOf(found.iam),
    operators: operators ? operatorsOf(found.operators) : undefined,
  };
}

/** The keys of what may be read, by the record that it is; undefined where it is not asked for. */
function candidatesOf(
  who: Subject,
  grant: Grant,
  { instance, operators }: Along,
): [keyof IdentityRecords, Key | undefined][] {
  const { type, id, account_id: account } = who;
  return [
    ['account', keys.account(account)],
    ['iam', keys.iamVersion(account)],
    ['user', type === 'iam' ? undefined : keys.user(id)],
    ['iam_user', type === 'iam' ? keys.iamUser(account, who.username ?? '') : undefined],
    ['member', type === 'member' ? keys.member(account, id) : undefined],
    ['session', grant.session === undefined ? undefined : keys.session(grant.session)],
    ['key', grant.key === undefined ? undefined : keys.accessKey(grant.key)],
    ['instance', instance === undefined ? undefined : keys.listed(account, 'instance', instance)],
    ['operators', operators ? keys.operators() : undefined],
  ];
}

/**
 * Reads what a login of this name needs, in one call: the IAM user, the account, and what failed at `now` (epoch
 * seconds). An unknown name costs as much as a known one.
 */
export async function readIamLogin(
  { account_id, username }: { account_id: string; username: string },
  { here, everywhere, now }: { here: string; everywhere: string; now: number },
): Promise<IamLogin> {
  const [user, owner, ...items] = await batchGet([
    keys.iamUser(account_id, username),
    keys.account(account_id),
    ...guessKeys(here, everywhere),
  ]);
  const found = owner as AccountRecord | undefined;
  return { user: user && iamUserNow(user, generationOf(found)), account: found, guesses: guessesIn(items, now) };
}

interface IamLogin {
  guesses: Guesses;
  user: IamUserRecord | undefined;
  account: AccountRecord | undefined;
}
