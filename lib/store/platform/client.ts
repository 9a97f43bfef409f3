import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { reach } from '#lib/model/platform/endpoint.ts';

const clients = new Map<string, DynamoDBDocumentClient>();

/** The one client of this process for an engine, made when first needed. */
function clientAt(endpoint = ''): DynamoDBDocumentClient {
  let client = clients.get(endpoint);
  if (!client) {
    const engine = new DynamoDBClient({ maxAttempts: 4, ...reach(endpoint) });
    // Without a logger it still copies every request and reply for one, by their schemas.
    engine.middlewareStack.remove('loggerMiddleware');
    client = DynamoDBDocumentClient.from(engine, { marshallOptions: { removeUndefinedValues: true } });
    clients.set(endpoint, client);
  }
  return client;
}

/** The table's client; AWS_ENDPOINT_URL_DYNAMODB names another engine. */
export function documents(): DynamoDBDocumentClient {
  return clientAt(process.env.AWS_ENDPOINT_URL_DYNAMODB);
}

/** The client for rate windows, which nobody misses: SVC_WINDOWS_ENDPOINT may name an engine that keeps nothing. */
export function windows(): DynamoDBDocumentClient {
  return clientAt(process.env.SVC_WINDOWS_ENDPOINT ?? process.env.AWS_ENDPOINT_URL_DYNAMODB);
}

/** The table's name, from SVC_TABLE. */
export function tableName(): string {
  const name = process.env.SVC_TABLE;
  if (!name) throw new Error('SVC_TABLE is not set: it names the DynamoDB table');
  return name;
}
