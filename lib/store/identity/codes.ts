import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import { keys } from '#lib/store/keys.ts';
import { documents, tableName } from '#lib/store/platform/client.ts';
import { get } from '#lib/store/platform/read.ts';
import { create, put, transact, update, type Write } from '#lib/store/platform/write.ts';
import type { UserRecord } from './accounts.ts';

/** Tries that a code survives (contract 3.12). */
const tries = 5;

/** The code that a user's address is verified with; the newest alone counts. Times are the civil clock's. */
export interface EmailCodeRecord {
  /** Keyed hash of user and code. */
  hash: string;
  tries: number;
  used: boolean;
  /** Epoch milliseconds. */
  sent_at: number;
  /** Epoch seconds. */
  expires: number;
}

export const getEmailCode = (user: string) => get<EmailCodeRecord>(keys.emailCode(user));

const codeItem = (user: string, record: EmailCodeRecord) => ({
  ...keys.emailCode(user),
  ...record,
  ttl: record.expires + 3600,
});

/** The first code of a user. */
export const createEmailCode = (user: string, record: EmailCodeRecord): Write => create(codeItem(user, record));

/** A new code in place of the one that was read, unless somebody else just asked for one. */
export const replaceEmailCode = (user: string, record: EmailCodeRecord, old: EmailCodeRecord | undefined): Write =>
  put(codeItem(user, record), [old ? ['sent_at', '=', old.sent_at] : ['pk', 'absent']]);

/**
 * Takes one of a code's tries, before the code is looked at: however many come at once, no more are. Answers the code's
 * record and whether a try was left to take; undefined where there is no code.
 */
export async function tryEmailCode(
  user: string,
  now: number,
): Promise<{ record: EmailCodeRecord; taken: boolean } | undefined> {
  try {
    const { Attributes } = await documents().send(
      new UpdateCommand({
        TableName: tableName(),
        Key: keys.emailCode(user),
        UpdateExpression: 'ADD tries :one',
        ConditionExpression: 'tries < :most AND expires > :now AND used = :no',
        ExpressionAttributeValues: { ':one': 1, ':most': tries, ':now': now, ':no': false },
        ReturnValues: 'ALL_NEW',
        ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
      }),
    );
    return { record: Attributes as EmailCodeRecord, taken: true };
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException)) throw error;
    return error.Item && { record: unmarshall(error.Item) as EmailCodeRecord, taken: false };
  }
}

/** Uses a code up: of any number that present it at once, one does. */
export const consumeEmailCode = (user: string, { hash }: EmailCodeRecord): Write =>
  update(keys.emailCode(user), { set: { used: true } }, [
    ['hash', '=', hash],
    ['used', '=', false],
  ]);

/** What a reset token stands for. It names an address, registered or not: whoever asks for one learns nothing of that. */
export interface ResetTokenRecord {
  email: string;
  used: boolean;
  /** Epoch seconds, civil clock. */
  expires: number;
  /** The user whom its mail went to, and how often their password had been changed: it changes that one alone. */
  user_id?: string;
  password_changes?: number;
}

/** What stands under a token's hash. */
export const getResetToken = (hash: string) => get<ResetTokenRecord>(keys.resetToken(hash));

export const createResetToken = (hash: string, record: ResetTokenRecord): Write =>
  create({ ...keys.resetToken(hash), ...record, ttl: record.expires + 3600 });

/** Says whom a token's mail goes to. */
export const bindResetToken = (hash: string, of: Pick<UserRecord, 'id' | 'password_changes'>): Promise<void> =>
  transact([
    update(keys.resetToken(hash), { set: { user_id: of.id, password_changes: of.password_changes ?? 0 } }, [
      ['pk', 'exists'],
    ]),
  ]);

/** Uses a token up: of any number that present it at once, one does; the others get `used`. */
export const consumeResetToken = (hash: string, used: () => Error): Write =>
  update(keys.resetToken(hash), { set: { used: true } }, [['used', '=', false]], used);
