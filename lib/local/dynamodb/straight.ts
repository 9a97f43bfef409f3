import { randomUUID } from 'node:crypto';
import { Agent, type IncomingMessage, request } from 'node:http';
import { decodedItem, encodedItem, Unusual } from './values.ts';

type Fields = Record<string, unknown>;

/** A call of the table in the document client's form, by the name of its command. */
export interface Call {
  readonly command: string | undefined;
  readonly input: object;
}

/** A call with its input as the SDK is to send it where it must be sent again, and its reply where there is one. */
export interface Straight {
  readonly input: object;
  readonly output: object | undefined;
}

/** Calls of the engine behind a socket, without the SDK between. */
export type StraightCalls = (call: Call) => Promise<Straight>;

/**
 * Calls the engine behind a socket straight away: the SDK's layers take several times as long as the call itself. What
 * goes well is answered; everything else (another command, a refusal, an engine that does not answer) is left to the
 * SDK, which sends the call once more and has the errors and the patience. A transaction has a token, so that it is
 * done once.
 */
export function straightTo(socketPath: string): StraightCalls {
  const agent = new Agent({ keepAlive: true, scheduling: 'lifo' });
  return async ({ command = '', input }) => {
    const form = forms[command];
    if (!form) return { input, output: undefined };
    const own = form.isTransaction ? { ClientRequestToken: randomUUID(), ...input } : input;
    try {
      const text = await post({ socketPath, agent }, form.operation, JSON.stringify(wireOf(own)));
      return { input: own, output: text === undefined ? undefined : { $metadata: {}, ...replyOf(JSON.parse(text)) } };
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
    ['GetItem', 'BatchGetItem', 'Query', 'PutItem', 'UpdateItem', 'DeleteItem'].map((operation) => [
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

/** The text of a good answer; undefined for any other. Rejects with the system's error where there is none. */
function post(
  to: { readonly socketPath: string; readonly agent: Agent },
  operation: string,
  body: string,
): Promise<string | undefined> {
  const headers = {
    'content-type': 'application/x-amz-json-1.0',
    'content-length': Buffer.byteLength(body),
    'x-amz-target': `DynamoDB_20120810.${operation}`,
    // Access to the socket is access to the engine, which asks for the form of a signature and nothing more.
    authorization:
      'AWS4-HMAC-SHA256 Credential=local/20000101/local/local/aws4_request, SignedHeaders=host, Signature=0',
    'x-amz-date': '20000101T000000Z',
  };
  return new Promise((resolve, reject) => {
    const sent = request({ ...to, method: 'POST', path: '/', headers }, (reply) => {
      textOf(reply).then((text) => resolve(reply.statusCode === 200 ? text : undefined), reject);
    });
    sent.on('error', reject).end(body);
  });
}

function textOf(reply: IncomingMessage): Promise<string> {
  return new Promise((resolve, reject) => {
    const parts: Buffer[] = [];
    reply.on('data', (part: Buffer) => parts.push(part));
    reply.once('end', () => resolve((parts.length === 1 ? parts[0] : Buffer.concat(parts))?.toString() ?? ''));
    reply.once('error', reject);
    reply.once('close', () => reject(Object.assign(new Error('the engine went away'), { code: 'ECONNRESET' })));
  });
}
