import { randomUUID } from 'node:crypto';
import type { DirectCall, DirectCalls } from '#lib/local/transport/client.ts';
import { poster } from '#lib/local/transport/post.ts';
import { failedCondition } from './failed-condition.ts';
import { readReply } from './read-reply.ts';
import { tableFileOf } from './table-file.ts';
import { decodedItem, encodedItem, Unusual } from './values.ts';

/** As it is now, whatever tests fix later (lib/testing/functions/fixed.ts): a token that comes again is refused. */
const newToken = randomUUID;

type Fields = Record<string, unknown>;

/**
 * Calls the engine behind a socket directly: the SDK's layers take several times as long as the call itself. What
 * goes well is answered, and a failed condition is thrown as the SDK throws it. Everything else (another command,
 * another refusal, an engine that does not answer) is left to the SDK, which sends the call once more and has the
 * errors and the patience. A transaction has a token, so that it is done once.
 */
export function directTo(socketPath: string): DirectCalls {
  const post = poster(socketPath, 'DynamoDB_20120810');
  const answered = async (operation: string, input: object): Promise<object | undefined> => {
    const read = tableFileOf(socketPath)?.answer(operation, input);
    if (read) return { $metadata: {}, ...read };
    const { isGood, text } = await post(operation, JSON.stringify(wireOf(input)));
    if (isGood) return { $metadata: {}, ...(readReply(text) ?? replyOf(JSON.parse(text))) };
    const failed = failedCondition(text);
    if (failed) throw failed;
    return undefined;
  };
  return async ({ command = '', input }): Promise<DirectCall> => {
    const form = forms[command];
    if (!form) return { input, output: undefined };
    const own = form.isTransaction ? { ClientRequestToken: newToken(), ...input } : input;
    try {
      return { input: own, output: await answered(form.operation, own) };
    } catch (error) {
      if (error instanceof Unusual || (error as NodeJS.ErrnoException).code) return { input: own, output: undefined };
      throw error;
    }
  };
}

interface Form {
  readonly operation: string;
  readonly isTransaction?: boolean;
}

const forms: Readonly<Record<string, Form>> = {
  ...Object.fromEntries(
    ['GetItem', 'BatchGetItem', 'Query', 'Scan', 'PutItem', 'UpdateItem', 'DeleteItem'].map((operation) => [
      `${operation}Command`,
      { operation },
    ]),
  ),
  TransactWriteItemsCommand: { operation: 'TransactWriteItems', isTransaction: true },
};

type Convert = (value: never) => unknown;

const each =
  (convert: Convert): Convert =>
  (values: readonly never[]) =>
    values.map(convert);

const inEach =
  (convert: Convert): Convert =>
  (entries: Readonly<Record<string, never>>) =>
    Object.fromEntries(Object.entries(entries).map(([name, value]) => [name, convert(value)]));

/** Converts the fields that have a conversion; undefined ones are left out. */
const fieldsBy =
  (conversions: Readonly<Record<string, Convert>>): ((fields: object) => Fields) =>
  (fields) => {
    const converted: Fields = {};
    for (const [name, value] of Object.entries(fields)) {
      if (value !== undefined) converted[name] = conversions[name]?.(value as never) ?? value;
    }
    return converted;
  };

const wireOfWrite = fieldsBy({ Key: encodedItem, Item: encodedItem, ExpressionAttributeValues: encodedItem });
const wireOf = fieldsBy({
  Key: encodedItem,
  Item: encodedItem,
  ExpressionAttributeValues: encodedItem,
  ExclusiveStartKey: encodedItem,
  RequestItems: inEach(fieldsBy({ Keys: each(encodedItem) })),
  TransactItems: each(inEach(wireOfWrite)),
});
const replyOf = fieldsBy({
  Item: decodedItem,
  Attributes: decodedItem,
  LastEvaluatedKey: decodedItem,
  Items: each(decodedItem),
  Responses: inEach(each(decodedItem)),
  UnprocessedKeys: inEach(fieldsBy({ Keys: each(decodedItem) })),
});
