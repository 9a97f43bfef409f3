import type { Principal } from '#lib/model/platform/principal.ts';
import { keys } from '#lib/store/keys.ts';
import { generationOf, isOfGeneration } from '#lib/store/platform/generations.ts';
import { batchGet, type Item } from '#lib/store/platform/read.ts';
import { type Guesses, guessesIn, guessKeys } from '#lib/store/requests/attempts.ts';
import { type AccessKeyRecord, keyNow } from './access-keys.ts';
import type { AccountRecord, SessionRecord, UserRecord } from './accounts.ts';
import { type IamState, iamStateOf } from './iam.ts';
import { type IamUserRecord, iamUserNow } from './iam-users.ts';
import type { MemberRecord } from './members.ts';
import { operatorsOf } from './operators.ts';

/** The subject that credentials name, not yet authenticated: a root user or member by id, an IAM user also by name. */
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
  /** The instance of the request, if it was prefetched. */
  instance: Item | undefined;
  /** The ids of the operators' accounts, if they were requested. */
  operators: readonly string[] | undefined;
}

/** What is read in the same call: an instance of the account, and the accounts that run the deployment. */
export interface Along {
  instance?: string | undefined;
  operators?: boolean;
}

/** Reads all records that authentication needs, and the additional items, in one call. */
export async function readIdentity(
  who: Subject,
  grant: Grant = {},
  { instance, operators = false }: Along = {},
): Promise<IdentityRecords> {
  const { type, id, account_id } = who;
  const [account, iam, user, iamUser, member, session, key, itsInstance, operating] = await batchGet([
    keys.account(account_id),
    keys.iamVersion(account_id),
    type === 'iam' ? undefined : keys.user(id),
    type === 'iam' ? keys.iamUser(account_id, who.username ?? '') : undefined,
    type === 'member' ? keys.member(account_id, id) : undefined,
    grant.session === undefined ? undefined : keys.session(grant.session),
    grant.key === undefined ? undefined : keys.accessKey(grant.key),
    instance === undefined ? undefined : keys.listed(account_id, 'instance', instance),
    operators ? keys.operators() : undefined,
  ]);
  const generation = generationOf(account);
  return {
    account,
    user,
    session,
    instance: itsInstance,
    iam_user: iamUser && iamUserNow(iamUser, generation),
    member: member && memberNow(member, generation),
    key: key && keyNow(key, generation),
    iam: iamStateOf(iam),
    operators: operators ? operatorsOf(operating) : undefined,
  };
}

/** A membership in the current generation of its account. One of an earlier generation does not count. */
const memberNow = (record: MemberRecord, generation: number): MemberRecord | undefined =>
  isOfGeneration(record, generation) ? record : undefined;

/**
 * Reads what a login of this name needs, in one call: the IAM user, the account, and the failed attempts as of `now`
 * (epoch seconds). An unknown name costs as much as a known one.
 */
export async function readIamLogin(
  { account_id, username }: { account_id: string; username: string },
  { here, everywhere, now }: { here: string; everywhere: string; now: number },
): Promise<IamLogin> {
  const [user, account, ...items] = await batchGet([
    keys.iamUser(account_id, username),
    keys.account(account_id),
    ...guessKeys(here, everywhere),
  ]);
  return { user: user && iamUserNow(user, generationOf(account)), account, guesses: guessesIn(items, now) };
}

interface IamLogin {
  guesses: Guesses;
  user: IamUserRecord | undefined;
  account: AccountRecord | undefined;
}
