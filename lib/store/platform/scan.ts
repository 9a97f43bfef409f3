import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import { documents, tableName } from './client.ts';
import type { Item } from './read.ts';

/** A page of the table, of at most 1 MB, and the position of its last item; undefined where the table ends. */
interface Page {
  readonly items: readonly Item[];
  readonly last: Item | undefined;
}

/** The next items of the table after a position, in the table's own order, and at most `limit` of them. */
export async function nextInTable(after: Item | undefined, limit?: number): Promise<Page> {
  const command = new ScanCommand({ TableName: tableName(), ExclusiveStartKey: after, Limit: limit });
  const { Items: items = [], LastEvaluatedKey: last } = await documents().send(command);
  return { items, last };
}

/** Every item of the table. */
export async function* everyItem(): AsyncGenerator<Item> {
  let after: Item | undefined;
  do {
    const { items, last } = await nextInTable(after);
    yield* items;
    after = last;
  } while (after);
}
