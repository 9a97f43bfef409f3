import { fileURLToPath } from 'node:url';
import { expect, test, vi } from 'vitest';
import { type AccessKeyRecord, noteUse } from '#lib/store/identity/access-keys.ts';
import { callsOf } from './calls.ts';
import { allowedBy, allows, type Called } from './evaluate.ts';
import { readGranted } from './granted.ts';
import { judged } from './judge.ts';

const granted = readGranted(fileURLToPath(new URL('../../../', import.meta.url)));
const may = (grant: string, call: Called) => granted.grants[grant]?.some((statement) => allows(statement, call));
const all = (grant: string, calls: Called[]) => calls.length > 0 && calls.every((call) => may(grant, call));

const key = { pk: 'A#1', sk: 'INSTANCE#i' };
const rate = { Key: { pk: 'R#198.51.100.7', sk: 'W#1' }, UpdateExpression: 'ADD n :one' };
const lastUsed = { Key: { pk: 'KEY#k', sk: 'KEY' }, UpdateExpression: 'SET #a = :now', ExpressionAttributeNames: {} };

test.each([
  ['reads an item', 'table:read', 'GetCommand', { Key: key }, true],
  ['reads an index', 'table:read', 'QueryCommand', { IndexName: 'gsi1' }, true],
  ['reads another index', 'table:read', 'QueryCommand', { IndexName: 'gsi2' }, false],
  ['scans', 'table:write', 'ScanCommand', {}, false],
  ['writes an item', 'table:read', 'PutCommand', { Item: key }, false],
  ['writes an item', 'table:write', 'PutCommand', { Item: key }, true],
  [
    'writes, deletes and checks',
    'table:write',
    'TransactWriteCommand',
    { TransactItems: [{ Put: { Item: key } }, { ConditionCheck: { Key: key } }, { Delete: { Key: key } }] },
    true,
  ],
  ['counts its caller', 'table:rate', 'UpdateCommand', rate, true],
  ['updates anything else', 'table:rate', 'UpdateCommand', { ...rate, Key: key }, false],
  [
    'notes that a key was used',
    'table:rate',
    'UpdateCommand',
    { ...lastUsed, ExpressionAttributeNames: { '#a': 'last_used_at' } },
    true,
  ],
  [
    'is shown the whole key after a change',
    'table:rate',
    'UpdateCommand',
    { ...lastUsed, ExpressionAttributeNames: { '#a': 'last_used_at' }, ReturnValues: 'ALL_NEW' },
    false,
  ],
  [
    'is shown the whole key after a refusal',
    'table:rate',
    'UpdateCommand',
    {
      ...lastUsed,
      ExpressionAttributeNames: { '#a': 'last_used_at' },
      ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
    },
    false,
  ],
  [
    'writes the secret of a key',
    'table:rate',
    'UpdateCommand',
    { ...lastUsed, ExpressionAttributeNames: { '#a': 'secret' } },
    false,
  ],
  [
    'names it without a placeholder',
    'table:rate',
    'UpdateCommand',
    { ...lastUsed, UpdateExpression: 'SET secret = :s' },
    false,
  ],
  [
    'starts its workflow',
    'sfn:launch',
    'StartExecutionCommand',
    { stateMachineArn: 'arn:aws:states:r:1:stateMachine:svc-x-launch' },
    true,
  ],
  [
    'starts another workflow',
    'sfn:launch',
    'StartExecutionCommand',
    { stateMachineArn: 'arn:aws:states:r:1:stateMachine:svc-x-stop' },
    false,
  ],
  ['answers a task', 'task:answer', 'SendTaskSuccessCommand', {}, true],
  ['does what is not known', 'table:write', 'ListTablesCommand', {}, false],
])('who %s, under %s', (_what, grant, command, input, allowed) => {
  expect(all(grant, callsOf(command, input))).toBe(allowed);
});

test('a read notes the use of its access key with no more than it is granted', () => {
  vi.stubEnv('SVC_TABLE', 'svc');
  const record = { access_key_id: 'AKIA1', last_used_at: null } as AccessKeyRecord;
  const { item } = noteUse(record, '2026-11-28T00:00:00Z');
  expect(all('table:rate', callsOf('TransactWriteCommand', { TransactItems: [item] }))).toBe(true);
});

test('what the evaluator does not know is an error', () => {
  const statement = { Effect: 'Allow', Action: 'a:B', Resource: { Ref: 'Table' } } as const;
  expect(() => allowedBy({ ...statement, Effect: 'Deny' })).toThrow('unknown');
  expect(() => allowedBy({ ...statement, Condition: { Bool: { x: ['y'] } } })).toThrow('unknown operator: Bool');
  expect(() => allowedBy({ ...statement, Resource: '*' })).toThrow('unknown resource');
});

test('after a whole run a grant without a call is wrong; a refusal always', () => {
  const refusal = 'getHost refused dynamodb:PutItem Table';
  expect(judged(granted, new Set([refusal]), false)).toEqual([refusal]);
  const wrong = judged(granted, new Set([refusal, 'getHost table:read']), true);
  expect(wrong).toContain(refusal);
  expect(wrong).toContain('getHost table:rate: no call needs it');
  expect(wrong).not.toContain('getHost table:read: no call needs it');
});

test('every grant of a function that is no route is to be needed, but those that other tests hold', () => {
  const { grants } = granted;
  const own = { key: 'fn', access: ['table:write', 'sfn:disk', 'keys:use', 'keys:sign', 'mail:send'] };
  const wrongOf = (isRoute: boolean, ...needed: string[]) =>
    judged({ functions: { fn: { ...own, isRoute } }, grants }, new Set(needed), true);
  expect(wrongOf(false)).toEqual(
    ['keys:use', 'sfn:disk', 'table:write'].map((grant) => `fn ${grant}: no call needs it`),
  );
  expect(wrongOf(true, 'fn sfn:disk')).toEqual(['fn table:write: no call needs it']);
  expect(wrongOf(false, 'fn sfn:disk', 'fn table:write', 'fn keys:use')).toEqual([]);
});
