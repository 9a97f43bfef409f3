import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { generation } from '#lib/model/platform/generation.ts';
import { keys } from '#lib/store/keys.ts';
import { tableName, windows } from '#lib/store/platform/client.ts';

/** A window counts for one second and is kept for this many. */
const retentionSeconds = 60;

/**
 * Counts one request in the second of `at` (real clock). Returns the number of requests that are still allowed,
 * negative above the limit.
 */
export async function countRequest(who: string, limit: number, at: Date): Promise<number> {
  const second = Math.floor(at.getTime() / 1000);
  const { Attributes } = await windows().send(
    new UpdateCommand({
      TableName: tableName(),
      Key: keys.rate(`${who}${generation()}`, second),
      UpdateExpression: 'SET #ttl = :ttl ADD n :one',
      ExpressionAttributeNames: { '#ttl': 'ttl' },
      ExpressionAttributeValues: { ':ttl': second + retentionSeconds, ':one': 1 },
      ReturnValues: 'UPDATED_NEW',
    }),
  );
  return limit - Number(Attributes?.n);
}
