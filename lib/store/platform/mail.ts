import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { Stored } from '#lib/store/entity.ts';
import { mailIndex } from '#lib/store/indexes.ts';
import { keys } from '#lib/store/keys.ts';
import { documents, tableName } from './client.ts';
import type { mailRecord } from './mail.entity.ts';
import { due, firstOfIndex, recordAt } from './read.ts';
import { create, remove, transact, update, type Write } from './write.ts';

/** A mail to be sent, and deleted once it is sent. Times are epoch milliseconds by the real clock. */
export type MailRecord = Stored<typeof mailRecord>;

const sortable = (ms: number) => String(ms).padStart(15, '0');
const indexKeys = (due: number) => ({ gsi1pk: mailIndex, gsi1sk: sortable(due) });

export const createMail = (record: MailRecord, due: number): Write =>
  create({ ...keys.mail(record.id), ...indexKeys(due), ...record });

/** The id of the mail with this partition key; undefined for another item. */
export const mailOfKey = (pk: string): string | undefined => /^MAIL#(.+)$/.exec(pk)?.[1];

/**
 * Leases a due mail until `lease`, so that no other process sends it meanwhile; undefined where another process has
 * leased or sent it.
 */
export async function takeMail(id: string, now: number, lease: number): Promise<MailRecord | undefined> {
  const key = keys.mail(id);
  try {
    const { Attributes } = await documents().send(
      new UpdateCommand({
        TableName: tableName(),
        Key: key,
        UpdateExpression: 'SET gsi1sk = :lease ADD attempts :one',
        ConditionExpression: 'gsi1sk <= :now',
        ExpressionAttributeValues: { ':now': sortable(now), ':lease': sortable(lease), ':one': 1 },
        ReturnValues: 'ALL_NEW',
      }),
    );
    return recordAt(key, Attributes);
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return undefined;
    throw error;
  }
}

/** Schedules the next attempt of a leased mail at `due`. */
export const saveMailDue = ({ id, attempts }: MailRecord, due: number): Promise<void> =>
  transact([update(keys.mail(id), { set: indexKeys(due) }, [['attempts', '=', attempts]])]);

/** Deletes a mail that was sent or never will be. */
export const deleteMail = (id: string): Promise<void> => transact([remove(keys.mail(id))]);

/** Due mails. It reads an index, which may be a moment behind. */
export const dueMails = (now: number) => due(mailIndex, sortable(now));

/** When the next mail is due (real clock, epoch milliseconds); undefined where none is waiting. */
export async function nextMail(): Promise<number | undefined> {
  const first = await firstOfIndex(mailIndex);
  return first && Number(first.gsi1sk);
}
