import { handler as login } from '#functions/auth/iam-login/login.ts';
import { handler as setPassword } from '#functions/auth/iam-login/set-password.ts';
import { handler as verify } from '#functions/auth/iam-login/verify.ts';
import { getIamUser, type IamUserRecord } from '#lib/store/identity/iam-users.ts';
import { keys } from '#lib/store/keys.ts';
import { transact, update } from '#lib/store/platform/write.ts';
import { goodPassword, newIp } from '#lib/testing/functions/accounts.ts';
import { call } from '#lib/testing/functions/call.ts';
import { iamUser } from '#lib/testing/functions/iam-users.ts';

/** A new IAM user before the console's login, at an address of their own. */
export async function atConsole(account_id: string, given: Partial<IamUserRecord> = {}) {
  const user = await iamUser(account_id, given);
  const ip = newIp();
  return {
    user,
    ip,
    logIn: (change: object = {}, more = {}) =>
      call(login, { body: { account_id, username: user.username, password: goodPassword, ...change }, ip, ...more }),
    finish: (pending_token: string, code: string) => call(verify, { body: { pending_token, code }, ip }),
    renew: (pending_token: string, new_password: string) =>
      call(setPassword, { body: { pending_token, new_password }, ip }),
    stored: async () => (await getIamUser(account_id, user.username, 0)) as IamUserRecord,
    change: (set: Partial<Pick<IamUserRecord, 'password_reset_required' | 'password_hash' | 'generation'>>) =>
      transact([update(keys.iamUser(account_id, user.username), { set })]),
  };
}
