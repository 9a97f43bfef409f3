import { defaultPasswordPolicy, type PasswordPolicy } from '#lib/model/identity/password-policy.ts';
import { keys } from '#lib/store/keys.ts';
import { get } from '#lib/store/platform/read.ts';
import { put, type Write } from '#lib/store/platform/write.ts';

interface Stored {
  rules: PasswordPolicy;
}

/** The account's rules for IAM users' passwords; the defaults where the account has set none. */
export async function getPasswordPolicy(account: string): Promise<PasswordPolicy> {
  return (await get<Stored>(keys.passwordPolicy(account)))?.rules ?? defaultPasswordPolicy;
}

export const putPasswordPolicy = (account: string, rules: PasswordPolicy): Write =>
  put({ ...keys.passwordPolicy(account), rules });
