import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import { documents, tableName } from './client.ts';
import type { Item } from './read.ts';

/** One of `of` parts of equal size into which a scan divides the table, by the hashes of its partition keys. */
export interface TablePart {
  readonly part: number;
  readonly of: number;
}

/** The first items of a part of the table, at most 1 MB, as they were a moment ago. */
export async function firstItemsOf({ part, of }: TablePart, limit: number): Promise<Item[]> {
  const page = await documents().send(
    new ScanCommand({ TableName: tableName(), Segment: part, TotalSegments: of, Limit: limit }),
  );
  return page.Items ?? [];
}

/** Every item of the table. */
export async function* everyItem(): AsyncGenerator<Item> {
  let after: Item | undefined;
  do {
    const page = await documents().send(new ScanCommand({ TableName: tableName(), ExclusiveStartKey: after }));
    yield* page.Items ?? [];
    after = page.LastEvaluatedKey;
  } while (after);
}
