import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';

let shared: { endpoint: string | undefined; client: DynamoDBDocumentClient } | undefined;

/** The one DynamoDB client of this process, made when first needed; AWS_ENDPOINT_URL_DYNAMODB names another engine. */
export function documents(): DynamoDBDocumentClient {
  const endpoint = process.env.AWS_ENDPOINT_URL_DYNAMODB;
  if (shared?.endpoint !== endpoint || !shared) {
    const client = new DynamoDBClient({ maxAttempts: 4 });
    shared = {
      endpoint,
      client: DynamoDBDocumentClient.from(client, { marshallOptions: { removeUndefinedValues: true } }),
    };
  }
  return shared.client;
}

/** The table's name, from SVC_TABLE. */
export function tableName(): string {
  const name = process.env.SVC_TABLE;
  if (!name) throw new Error('SVC_TABLE is not set: it names the DynamoDB table');
  return name;
}
