import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { Key } from '#lib/store/keys.ts';
import { documents, tableName } from './client.ts';
import { type Change, Placeholders, updateExpression } from './expressions.ts';

/**
 * Changes attributes of one item, or makes it, outside of a transaction. It costs half the write units of `transact`,
 * has no condition and leaves no event.
 */
export async function storeAlone<T>(key: Key<T>, change: NoInfer<Change<T>>): Promise<void> {
  const at = new Placeholders();
  const UpdateExpression = updateExpression<T>(change, at);
  await documents().send(new UpdateCommand({ TableName: tableName(), Key: key, UpdateExpression, ...at.attributes() }));
}
