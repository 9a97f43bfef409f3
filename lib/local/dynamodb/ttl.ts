import { AwsJsonError, awsJson, dynamodbAt } from '#lib/local/aws-json.ts';
import type { Log } from '#lib/local/log.ts';

type Key = Record<string, { S: string }>;

/**
 * Deletes the items whose `ttl` (seconds) is before `now`, as DynamoDB does in the cloud and the embedded engine does
 * not. Returns their number. An item whose expiry is changed meanwhile stays. Reads 200 items at a time, so that it
 * does not delay requests.
 */
export async function sweepExpired(endpoint: string, table: string, now: Date, signal?: AbortSignal): Promise<number> {
  const dynamodb = dynamodbAt(endpoint);
  const expired = {
    ExpressionAttributeNames: { '#ttl': 'ttl' },
    ExpressionAttributeValues: { ':now': { N: String(Math.floor(now.getTime() / 1000)) } },
  };
  let deleted = 0;
  let from: Key | undefined;
  do {
    const page = await awsJson<{ Items: Key[]; LastEvaluatedKey?: Key }>(dynamodb, 'Scan', {
      TableName: table,
      Limit: 200,
      ...expired,
      FilterExpression: '#ttl < :now',
      ProjectionExpression: 'pk, sk',
      ...(from && { ExclusiveStartKey: from }),
    });
    for (const { pk, sk } of page.Items) {
      const Delete = { TableName: table, Key: { pk, sk }, ...expired, ConditionExpression: '#ttl < :now' };
      deleted += await awsJson(dynamodb, 'DeleteItem', Delete).then(() => 1, movedMeanwhile);
    }
    from = page.LastEvaluatedKey;
  } while (from && !signal?.aborted);
  return deleted;
}

function movedMeanwhile(error: unknown): 0 {
  if (error instanceof AwsJsonError && error.name === 'ConditionalCheckFailedException') return 0;
  throw error;
}

interface Sweeping {
  readonly endpoint: string;
  readonly table: string;
  readonly everyMs: number;
  now(): Date;
  readonly log: Log;
}

/** Sweeps at intervals; failures are logged. Returns the function that stops it. */
export function sweepRegularly({ endpoint, table, everyMs, now, log }: Sweeping): () => void {
  const stopped = new AbortController();
  const sweep = () => {
    sweepExpired(endpoint, table, now(), stopped.signal).catch((error: Error) => {
      if (!stopped.signal.aborted) log.warn(`the sweep of expired items failed: ${error.message}`);
    });
  };
  const timer = setInterval(sweep, everyMs);
  timer.unref();
  return () => {
    stopped.abort();
    clearInterval(timer);
  };
}
