import { randomUUID } from 'node:crypto';
import { handler as createKey } from '#functions/auth/access-keys/create.ts';
import { handler as exchange } from '#functions/auth/credentials/exchange.ts';
import { handler as createUser } from '#functions/auth/iam-users/create.ts';
import { handler as createPolicy } from '#functions/auth/policies/create.ts';
import type { Handler } from '#lib/edge/route.ts';
import type { PolicyDocument, Statement } from '#lib/model/identity/policy/document.ts';
import { newIp } from '#lib/testing/functions/accounts.ts';
import { call, type Reply, type SignedUp } from '#lib/testing/functions/call.ts';
import type { Call } from '#lib/testing/functions/event.ts';

/** Calls handlers with one access token. */
export type Caller = (handler: Handler, request?: Omit<Call, 'bearer'>) => Promise<Reply>;

export const callerOf =
  ({ bearer }: { bearer: string }): Caller =>
  (handler, request = {}) =>
    call(handler, { bearer, ...request });

/** The reply's body. Throws when the status differs. */
export async function expectStatus(status: number, reply: Promise<Reply> | Reply): Promise<Reply['body']> {
  const { status: got, body } = await reply;
  if (got !== status) throw new Error(`${got} instead of ${status}: ${JSON.stringify(body)}`);
  return body;
}

/** A refusal as status, code and text. */
export const refusal = ({ status, headers, body }: Reply) => [status, headers['x-error-code'], body.error];

export const newName = (noun = 'alice') => `${noun}-${randomUUID().slice(0, 8)}`;

/** A document of these statements. Each allows everything except where it says otherwise. */
export const documentOf = (...statements: Partial<Statement>[]): PolicyDocument => ({
  Version: '2026-11-01',
  Statement: statements.map((statement) => ({ Effect: 'Allow', Action: '*', Resource: '*', ...statement })),
});

/** Makes a custom policy by its route, and answers its id. Without statements it allows everything. */
export async function newPolicy(owner: SignedUp, ...statements: Partial<Statement>[]): Promise<string> {
  const body = { name: newName('policy'), document: documentOf(...(statements.length > 0 ? statements : [{}])) };
  return (await expectStatus(201, callerOf(owner)(createPolicy, { body }))).id;
}

export interface IamCaller {
  username: string;
  access_key_id: string;
  secret_key: string;
  bearer: string;
  call: Caller;
}

/** An IAM user with an access key that was exchanged for a token, all made through their routes. */
export async function newIamCaller(owner: SignedUp, more: Record<string, unknown> = {}): Promise<IamCaller> {
  const root = callerOf(owner);
  const username = newName();
  await expectStatus(201, root(createUser, { body: { username, ...more } }));
  const { access_key_id, secret_key } = await expectStatus(201, root(createKey, { params: { username } }));
  const tokens = await expectStatus(200, call(exchange, { body: { access_key_id, secret_key }, ip: newIp() }));
  const bearer: string = tokens.access_token;
  return { username, access_key_id, secret_key, bearer, call: callerOf({ bearer }) };
}

/** The rows of every page of a list, in order. */
export async function everyPage(caller: Caller, list: Handler, plural: string, query: Record<string, string>) {
  const rows: Reply['body'][] = [];
  let cursor = '';
  do {
    const page = await expectStatus(200, caller(list, { query: { ...query, ...(cursor ? { cursor } : {}) } }));
    rows.push(...page[plural]);
    cursor = page.next_cursor;
  } while (cursor);
  return rows;
}
