import { ScanCommand, type ScanCommandInput } from '@aws-sdk/lib-dynamodb';
import { keys } from '#lib/store/keys.ts';
import { documents, tableName } from '#lib/store/platform/client.ts';
import { all, type Item } from '#lib/store/platform/read.ts';
import type { AuditRecord } from '#lib/store/requests/audit.ts';

/** Every item in the test's table, or those that a filter of the engine's leaves. */
export async function allItems(
  filter: Pick<ScanCommandInput, 'FilterExpression' | 'ExpressionAttributeValues'> = {},
): Promise<Item[]> {
  const items: Item[] = [];
  let from: Item | undefined;
  do {
    const page = await documents().send(
      new ScanCommand({ TableName: tableName(), ExclusiveStartKey: from, ...filter }),
    );
    items.push(...(page.Items ?? []));
    from = page.LastEvaluatedKey;
  } while (from);
  return items;
}

/** An account's audit entries, oldest first. */
export async function auditOf(account: string): Promise<AuditRecord[]> {
  const entries: AuditRecord[] = [];
  for await (const entry of all<AuditRecord>({ pk: keys.audit(account, '').pk })) entries.push(entry);
  return entries;
}
