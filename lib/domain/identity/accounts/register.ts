import { knowHere } from '#lib/domain/identity/sessions/guesses.ts';
import { openSession } from '#lib/domain/identity/sessions/open.ts';
import { join, newMember } from '#lib/domain/identity/teams/join.ts';
import type { PublicContext } from '#lib/domain/platform/context.ts';
import { retryOnConflict } from '#lib/domain/platform/retry.ts';
import { rfc3339 } from '#lib/drivers/clocks/civil.ts';
import type { Tokens } from '#lib/model/identity/user.ts';
import { ApiError } from '#lib/model/platform/errors.ts';
import { newAccountId, newId } from '#lib/model/platform/ids.ts';
import { hashPassword } from '#lib/standards/passwords/hash.ts';
import { type AccountRecord, createAccount, createUser, type UserRecord } from '#lib/store/identity/accounts.ts';
import { createEmailCode } from '#lib/store/identity/codes.ts';
import { claimEmail } from '#lib/store/identity/emails.ts';
import type { Write } from '#lib/store/platform/write.ts';
import { acceptPassword, newEmailCode } from './resource.ts';

export interface RegisterInput {
  email: string;
  password: string;
  name?: string | undefined;
  session_proof?: string | undefined;
}

/** Makes the initial resources of a new account besides its owner: the writes, and the id of its default VPC. */
export type Furnish = (account_id: string, now: Date) => { default_vpc_id: string; writes: Write[] };

/**
 * Signs a user up and logs the user in. One transaction creates account, user, membership, default VPC, wallet with the
 * sign-up credit, and session. 400 names each rule that the password breaks; 409 already_exists where the address is
 * registered.
 */
export async function register(context: PublicContext, input: RegisterInput, furnish: Furnish): Promise<Tokens> {
  await acceptPassword(input.password, { email: input.email });
  const password_hash = await hashPassword(input.password);
  return retryOnConflict(async () => {
    const account_id = newAccountId();
    const prepared = furnish(account_id, context.now);
    const { account, user } = newAccount(context.now, { ...input, ...prepared, account_id, password_hash });
    const session = await openSession(context, user, account, input.session_proof);
    const { code, record } = await newEmailCode(user.id, context.now);
    const taken = () => new ApiError('already_exists', `email: ${input.email} is already registered; log in instead`);
    return context.commit({
      ...session,
      writes: [
        claimEmail(user.email, { user_id: user.id, account_id }, taken),
        ...createAccount(account),
        createUser(user),
        ...join(newMember({ account_id }, user, 'owner', context.now)),
        ...prepared.writes,
        createEmailCode(user.id, record),
        ...session.writes,
        knowHere(context, user.email),
      ],
      letters: [{ kind: 'verify_email', to: user.email, code }],
    });
  });
}

interface NewAccount {
  account: AccountRecord;
  user: UserRecord;
}

/** The records of a new account and its owner, with new ids and an unverified address. */
function newAccount(
  now: Date,
  {
    account_id,
    default_vpc_id,
    password_hash,
    ...owner
  }: {
    account_id: string;
    default_vpc_id: string;
    password_hash: string;
    email: string;
    name?: string | undefined;
  },
): NewAccount {
  const at = rfc3339(now);
  const stamps = { account_id, created_at: at, updated_at: at };
  const user: UserRecord = {
    id: newId('user', now),
    ...stamps,
    email: owner.email,
    email_verified: false,
    name: owner.name ?? null,
    password_hash,
    mfa_enabled: false,
    status: 'pending_verification',
    generation: 1,
  };
  const account: AccountRecord = {
    ...stamps,
    name: owner.name ?? owner.email,
    owner_id: user.id,
    default_vpc_id,
    status: 'active',
  };
  return { account, user };
}
