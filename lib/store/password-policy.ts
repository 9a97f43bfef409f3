import { defaultPasswordPolicy, type PasswordPolicy } from '#lib/model/password-policy.ts';
import { keys } from './keys.ts';
import { get } from './read.ts';
import { put, type Write } from './write.ts';

interface Stored {
  rules: PasswordPolicy;
}

/** The rules for an account's IAM users' passwords; the defaults where it has set none. */
export async function getPasswordPolicy(account: string): Promise<PasswordPolicy> {
  return (await get<Stored>(keys.passwordPolicy(account)))?.rules ?? defaultPasswordPolicy;
}

export const putPasswordPolicy = (account: string, rules: PasswordPolicy): Write =>
  put({ ...keys.passwordPolicy(account), rules });
