import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import { documents, tableName } from './client.ts';
import type { Item } from './read.ts';

/** Every item of the table. */
export async function* everyItem(): AsyncGenerator<Item> {
  let after: Item | undefined;
  do {
    const page = await documents().send(new ScanCommand({ TableName: tableName(), ExclusiveStartKey: after }));
    yield* page.Items ?? [];
    after = page.LastEvaluatedKey;
  } while (after);
}
