import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { documents, tableName } from '#lib/store/client.ts';
import { keys } from '#lib/store/keys.ts';

/** Windows of one caller live in this many slots, so that they never grow in number where nothing sweeps them. */
const slots = 600;

/** Counts one request in the second that `at` (real clock) lies in; the requests still allowed, or -1 where none was. */
export async function countRequest(who: string, limit: number, at: Date): Promise<number> {
  const second = Math.floor(at.getTime() / 1000);
  const Key = keys.rate(who, second % slots);
  const values = { ':s': second, ':one': 1, ':ttl': second + 60 };
  try {
    const { Attributes } = await documents().send(
      new UpdateCommand({
        TableName: tableName(),
        Key,
        UpdateExpression: 'SET #s = :s, #ttl = :ttl ADD n :one',
        ConditionExpression: 'attribute_not_exists(pk) OR (#s = :s AND n < :limit)',
        ExpressionAttributeNames: { '#s': 'second', '#ttl': 'ttl' },
        ExpressionAttributeValues: { ...values, ':limit': limit },
        ReturnValues: 'UPDATED_NEW',
      }),
    );
    return limit - Number(Attributes?.n ?? limit);
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException)) throw error;
    return reopen(Key, second, limit);
  }
}

/** A slot left over from another second starts anew; where it is this second's own, the limit is reached. */
async function reopen(Key: { pk: string; sk: string }, second: number, limit: number): Promise<number> {
  try {
    await documents().send(
      new UpdateCommand({
        TableName: tableName(),
        Key,
        UpdateExpression: 'SET #s = :s, n = :one, #ttl = :ttl',
        ConditionExpression: '#s < :s',
        ExpressionAttributeNames: { '#s': 'second', '#ttl': 'ttl' },
        ExpressionAttributeValues: { ':s': second, ':one': 1, ':ttl': second + 60 },
      }),
    );
    return limit - 1;
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException)) throw error;
    return -1;
  }
}
