import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import { accountIndex, byAge } from '#lib/store/indexes.ts';
import { keys } from '#lib/store/keys.ts';
import { documents, tableName } from '#lib/store/platform/client.ts';
import type { Rows, Stretch } from '#lib/store/platform/lists.ts';
import { query, recordAt } from '#lib/store/platform/read.ts';
import { transact, unlessStale, update } from '#lib/store/platform/write.ts';
import type { AccountRecord } from './accounts.ts';

/** Accounts of all customers by age, starting after `after` (id and time of creation). */
export async function accountsByAge({ after, ...stretch }: Stretch): Promise<Rows<AccountRecord>> {
  const from = after && { ...keys.account(after.id), ...byAge(accountIndex, after.id, after.name) };
  const page = await query({ pk: accountIndex, index: 'gsi1', ...stretch, after: from });
  return { rows: page.items, isMore: page.last !== undefined };
}

/**
 * Adds accounts from before the index existed to it, by a scan of the whole table. It is called when an operator is
 * named, so that every operator finds all accounts.
 */
export async function indexAccounts(): Promise<void> {
  let after: Record<string, unknown> | undefined;
  do {
    const page = await documents().send(
      new ScanCommand({
        TableName: tableName(),
        ExclusiveStartKey: after,
        FilterExpression: 'sk = :sk AND attribute_not_exists(gsi1pk)',
        ExpressionAttributeValues: { ':sk': keys.account('').sk },
      }),
    );
    for (const item of page.Items ?? []) {
      const { account_id, created_at } = recordAt(keys.account(''), item);
      const set = byAge(accountIndex, account_id, created_at);
      await unlessStale(transact([update(keys.account(account_id), { set }, [['pk', 'exists']])]));
    }
    after = page.LastEvaluatedKey;
  } while (after);
}
