import { randomUUID } from 'node:crypto';
import { DynamoDBClient, GetItemCommand, TransactWriteItemsCommand, UpdateItemCommand } from '@aws-sdk/client-dynamodb';
import { startDynoxide } from '#lib/local/dynamodb/dynoxide.ts';
import { ensureTable } from '#lib/local/dynamodb/table.ts';
import { reach, socketOf } from '#lib/model/platform/endpoint.ts';
import { atMost, type Line, skipped } from './line.ts';
import { interleaved, median, ratioOf, timed } from './statistics.ts';

const bound = 1.05;
const [rounds, warmUp] = [2_000, 200];
const TableName = 'bench';
const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };

const keyOf = (pk: string) => ({ pk: { S: pk }, sk: { S: 'x' } });
const update = (pk: string) => ({
  TableName,
  Key: keyOf(pk),
  UpdateExpression: 'SET body = :body ADD n :one',
  ExpressionAttributeValues: { ':one': { N: '1' }, ':body': { S: 'x'.repeat(700) } },
});
const calls = {
  read: () => new GetItemCommand({ TableName, Key: keyOf('a') }),
  update: () => new UpdateItemCommand(update('a')),
  'transaction of 4': () =>
    new TransactWriteItemsCommand({
      ClientRequestToken: randomUUID(),
      TransactItems: ['a', 'b', 'c', 'd'].map((pk) => ({ Update: update(pk) })),
    }),
};

/** The cost of the embedded DynamoDB's own network: calls to it there and calls to one on a loopback port, in turns. */
export async function benchRelay(): Promise<Line[]> {
  const engines = { own: await startDynoxide(), open: await startDynoxide({ isolated: false }) };
  try {
    if (socketOf(engines.own.endpoint) === undefined) {
      return [skipped('a call of the table through its relay', `≤ ${bound}`, 'no network namespaces')];
    }
    const [own, open] = await Promise.all([clientOf(engines.own.endpoint), clientOf(engines.open.endpoint)]);
    const lines: Line[] = [];
    for (const [what, command] of Object.entries(calls)) {
      const send = (client: DynamoDBClient) => () => timed(() => client.send(command() as GetItemCommand));
      const times = await interleaved(rounds, { own: send(own), open: send(open) }, warmUp);
      const note = `p50 ${median(times.own).toFixed(3)} : ${median(times.open).toFixed(3)} ms`;
      const value = ratioOf(times.own, times.open, 100);
      lines.push(atMost(`a ${what} of the table through its relay, of one over loopback`, bound, { value, note }));
    }
    return lines;
  } finally {
    await Promise.all(Object.values(engines).map((engine) => engine.stop()));
  }
}

async function clientOf(endpoint: string): Promise<DynamoDBClient> {
  await ensureTable(endpoint, TableName);
  const client = new DynamoDBClient({ ...reach(endpoint), region: 'ap-south-1', credentials });
  client.middlewareStack.remove('loggerMiddleware');
  await client.send(calls.update());
  return client;
}
