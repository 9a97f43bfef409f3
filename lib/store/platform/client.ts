import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { reach } from '#lib/model/platform/endpoint.ts';
import { setting } from '#lib/model/platform/settings.ts';

const clients = new Map<string, DynamoDBDocumentClient>();

/** This process's client for an endpoint, created at first use. */
export function clientAt(endpoint = ''): DynamoDBDocumentClient {
  let client = clients.get(endpoint);
  if (!client) {
    const engine = new DynamoDBClient({ maxAttempts: 4, ...reach(endpoint) });
    // This middleware copies every request and reply even without a logger.
    engine.middlewareStack.remove('loggerMiddleware');
    client = DynamoDBDocumentClient.from(engine, { marshallOptions: { removeUndefinedValues: true } });
    clients.set(endpoint, client);
  }
  return client;
}

/** The table's client. AWS_ENDPOINT_URL_DYNAMODB names another endpoint. */
export function documents(): DynamoDBDocumentClient {
  return clientAt(setting('AWS_ENDPOINT_URL_DYNAMODB'));
}

/** The client for rate windows. These may be lost, so SVC_WINDOWS_ENDPOINT may name another engine than the table's. */
export function windows(): DynamoDBDocumentClient {
  return clientAt(setting('SVC_WINDOWS_ENDPOINT') ?? setting('AWS_ENDPOINT_URL_DYNAMODB'));
}

/** The table's name, from SVC_TABLE. Throws where it is not set. */
export function tableName(): string {
  const name = setting('SVC_TABLE');
  if (!name) throw new Error('SVC_TABLE is not set: it names the DynamoDB table');
  return name;
}
