import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import type { Stored } from '#lib/store/entity.ts';
import { keys } from '#lib/store/keys.ts';
import { documents, tableName } from '#lib/store/platform/client.ts';
import { get, recordAt } from '#lib/store/platform/read.ts';
import { create, put, transact, update, type Write } from '#lib/store/platform/write.ts';
import type { UserRecord } from './accounts.ts';
import type { emailCodeRecord, resetTokenRecord } from './codes.entity.ts';

/** The tries that a code allows (contract 3.12). */
const maxTries = 5;

/** The code that verifies a user's address. Only the newest code is valid. Times are by the civil clock. */
export type EmailCodeRecord = Stored<typeof emailCodeRecord>;

export const getEmailCode = (user: string) => get(keys.emailCode(user));

const codeItem = (user: string, record: EmailCodeRecord) => ({
  ...keys.emailCode(user),
  ...record,
  ttl: record.expires + 3600,
});

/** The first code of a user. */
export const createEmailCode = (user: string, record: EmailCodeRecord): Write => create(codeItem(user, record));

/** Replaces the code that was read. Refused where another request replaced it. */
export const replaceEmailCode = (user: string, record: EmailCodeRecord, old: EmailCodeRecord | undefined): Write =>
  put(codeItem(user, record), [old ? ['sent_at', '=', old.sent_at] : ['pk', 'absent']]);

/**
 * Uses one of a code's tries before the code is compared, so that concurrent requests cannot exceed the limit. Returns
 * the record, and whether a try was left; undefined where there is no code.
 */
export async function tryEmailCode(
  user: string,
  now: number,
): Promise<{ record: EmailCodeRecord; counted: boolean } | undefined> {
  const key = keys.emailCode(user);
  try {
    const { Attributes } = await documents().send(
      new UpdateCommand({
        TableName: tableName(),
        Key: key,
        UpdateExpression: 'ADD tries :one',
        ConditionExpression: 'tries < :most AND expires > :now AND used = :no',
        ExpressionAttributeValues: { ':one': 1, ':most': maxTries, ':now': now, ':no': false },
        ReturnValues: 'ALL_NEW',
        ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
      }),
    );
    const record = recordAt(key, Attributes);
    return record && { record, counted: true };
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException)) throw error;
    return error.Item && { record: recordAt(key, unmarshall(error.Item)), counted: false };
  }
}

/** Consumes a code. Of all concurrent requests with it, one succeeds. */
export const consumeEmailCode = (user: string, { hash }: EmailCodeRecord): Write =>
  update(keys.emailCode(user), { set: { used: true } }, [
    ['hash', '=', hash],
    ['used', '=', false],
  ]);

/** The purpose of a reset token. The address may not be registered, so that a request reveals nothing. */
export type ResetTokenRecord = Stored<typeof resetTokenRecord>;

/** The record of a token's hash. */
export const getResetToken = (hash: string) => get(keys.resetToken(hash));

export const createResetToken = (hash: string, record: ResetTokenRecord): Write =>
  create({ ...keys.resetToken(hash), ...record, ttl: record.expires + 3600 });

/** Stores the user that a token's mail goes to. */
export const saveResetToken = (hash: string, of: Pick<UserRecord, 'id' | 'password_changes'>): Promise<void> =>
  transact([
    update(keys.resetToken(hash), { set: { user_id: of.id, password_changes: of.password_changes ?? 0 } }, [
      ['pk', 'exists'],
    ]),
  ]);

/** Consumes a token. Of several concurrent requests with it, one succeeds; the others get `used`. */
export const consumeResetToken = (hash: string, used: () => Error): Write =>
  update(keys.resetToken(hash), { set: { used: true } }, [['used', '=', false]], used);
