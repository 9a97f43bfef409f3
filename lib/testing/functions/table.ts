import { randomUUID } from 'node:crypto';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { startDynoxide } from '#lib/local/dynamodb/dynoxide.ts';
import type { Engine } from '#lib/local/dynamodb/engine-process.ts';
import { createTable } from '#lib/local/dynamodb/table.ts';
import { directTo } from '#lib/local/dynamodb/transport.ts';
import { callDirectly, type Seen } from '#lib/local/transport/client.ts';
import { reach } from '#lib/model/platform/endpoint.ts';
import { documents } from '#lib/store/platform/client.ts';
import { give } from './environment.ts';

let engine: Promise<Engine> | undefined;
let watcher: Seen | undefined;
const tell: Seen = (call) => watcher?.(call);

/** Has each call of a test's table told, with its reply. */
export function watchTable(seen: Seen): void {
  watcher = seen;
}

/**
 * An empty table for one test, made from lib/store/table.yml in an in-memory DynamoDB that is started once per process
 * and dies with it. Sets SVC_TABLE, AWS_ENDPOINT_URL_DYNAMODB, AWS_REGION and stand-in credentials, so a handler that
 * is imported afterwards (or reads them when first needed) works on it:
 *
 *     const { name } = await testTable();
 *     const reply = await handler(event, context);
 *
 * Each call gives another table: in `beforeEach` every test has its own, in `beforeAll` a file shares one.
 */
export async function testTable(): Promise<{ name: string; endpoint: string; client: DynamoDBClient }> {
  engine ??= startUnnoticed();
  const { endpoint } = await engine;
  const name = `test-${randomUUID()}`;
  give({
    SVC_TABLE: name,
    AWS_ENDPOINT_URL_DYNAMODB: endpoint,
    AWS_REGION: 'ap-south-1',
    AWS_ACCESS_KEY_ID: 'test',
    AWS_SECRET_ACCESS_KEY: 'test',
  });
  await createTable(endpoint, name);
  callDirectly(documents(), endpoint, directTo, tell);
  let client: DynamoDBClient | undefined;
  return {
    name,
    endpoint,
    // Few tests need one, and making it takes longer than a call.
    get client() {
      client ??= new DynamoDBClient(reach(endpoint));
      return client;
    },
  };
}

/** The engine, for which no test has to end anything. */
async function startUnnoticed(): Promise<Engine> {
  const started = await startDynoxide();
  started.unref();
  return started;
}
