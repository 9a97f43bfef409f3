import { defaultPasswordPolicy, type PasswordPolicy } from '#lib/model/identity/password-policy.ts';
import type { Stored } from '#lib/store/entity.ts';
import { keys } from '#lib/store/keys.ts';
import type { Clause } from '#lib/store/platform/expressions.ts';
import { get } from '#lib/store/platform/read.ts';
import { put, type Write } from '#lib/store/platform/write.ts';
import type { passwordPolicyRecord } from './password-policy.entity.ts';

/** The stored rules of an account. */
export type PasswordPolicyRecord = Stored<typeof passwordPolicyRecord>;

export const findPasswordPolicy = (account: string): Promise<PasswordPolicyRecord | undefined> =>
  get(keys.passwordPolicy(account));

/** The account's rules for IAM users' passwords, or the defaults where it has set none. */
export const getPasswordPolicy = async (account: string): Promise<PasswordPolicy> =>
  (await findPasswordPolicy(account))?.rules ?? defaultPasswordPolicy;

/** The version of an account's rules for clients: 0 where it has set none, 1 where the record has none. */
export const policyVersion = (record: PasswordPolicyRecord | undefined): number => record?.version ?? (record ? 1 : 0);

/** Stores the rules in place of those that were read, if any. Stale where they have changed. */
export const putPasswordPolicy = (
  account: string,
  before: PasswordPolicyRecord | undefined,
  rules: PasswordPolicy,
): Write =>
  put({ ...keys.passwordPolicy(account), rules, version: policyVersion(before) + 1 }, [
    ...(before ? unchanged(before) : [['pk', 'absent'] as const]),
  ]);

const unchanged = ({ version }: PasswordPolicyRecord): Clause<PasswordPolicyRecord>[] =>
  version === undefined
    ? [
        ['pk', 'exists'],
        ['version', 'absent'],
      ]
    : [['version', '=', version]];
