import { describe, expect, test } from 'vitest';
import { compilePolicy } from '#lib/domain/identity/iam/policy/compile.ts';
import { evaluate, keysThatMatter } from '#lib/domain/identity/iam/policy/evaluate.ts';
import type { Statement } from '#lib/model/identity/policy/document.ts';
import { account, decide, documentOf, instance, policyOf } from './statements.ts';

type Row = [title: string, statement: Partial<Statement>, request: Parameters<typeof decide>[1], allowed: boolean];
const start = 'compute:StartInstance';
const bucket = (rest: string) => `srn:storage:in-mum:${account}:bucket/${rest}`;

const rows: Row[] = [
  ['everything', {}, {}, true],
  ['the action itself', { Action: start }, {}, true],
  ['one action of several', { Action: ['compute:StopInstance', start] }, {}, true],
  ['another action', { Action: 'compute:StopInstance' }, {}, false],
  ['an action in another case', { Action: 'COMPUTE:startinstance' }, {}, true],
  ['a request in another case', { Action: start }, { action: 'Compute:STARTINSTANCE' }, true],
  ['a service', { Action: 'compute:*' }, {}, true],
  ['another service', { Action: 'storage:*' }, {}, false],
  ['a verb in every service', { Action: '*:Start*' }, {}, true],
  ['the end of a verb', { Action: 'compute:*Instance' }, {}, true],
  ['a star between', { Action: 'compute:St*t*ance' }, {}, true],
  ['single characters', { Action: 'compute:St?rtInstance' }, {}, true],
  ['a single character too many', { Action: 'compute:StartInstanc?' }, { action: 'compute:StartInstance2' }, false],
  ['a prefix without a star', { Action: 'compute:ListInstances' }, { action: 'compute:ListInstancesX' }, false],
  ['the resource itself', { Resource: instance() }, {}, true],
  ['another resource', { Resource: instance('i-2') }, {}, false],
  ['one resource of several', { Resource: [instance('i-2'), instance()] }, {}, true],
  ['a resource in another case', { Resource: instance('I-1') }, {}, false],
  ['every instance', { Resource: instance('*') }, {}, true],
  [
    'an instance and what lies below it',
    { Resource: bucket('photos*') },
    { resource: bucket('photos/object/a/b') },
    true,
  ],
  ['a bucket, but not its objects', { Resource: bucket('photos') }, { resource: bucket('photos/object/a') }, false],
  [
    'objects below a folder',
    { Resource: bucket('photos/object/2026/*') },
    { resource: bucket('photos/object/2026/1/a') },
    true,
  ],
  [
    'objects of another folder',
    { Resource: bucket('photos/object/2026/*') },
    { resource: bucket('photos/object/2025/a') },
    false,
  ],
  ['a list by its type', { Resource: instance('*') }, { resource: instance('*') }, true],
  ['a list by one member', { Resource: instance() }, { resource: instance('*') }, false],
  ['another account', { Resource: instance() }, { resource: instance().replace(account, '000000000000') }, false],
  ['every account', { Resource: 'srn:compute:in-mum:*:instance/i-1' }, {}, true],
  ['every region', { Resource: `srn:compute:*:${account}:instance/*` }, {}, true],
  [
    'a service without a region',
    { Resource: `srn:iam::${account}:user/a*` },
    { resource: `srn:iam::${account}:user/alice` },
    true,
  ],
  [
    'a wildcard that would have to cross a colon',
    { Resource: 'srn:storage:in-mum:*:bucket/photos' },
    { resource: `srn:storage:in-mum:${account}:bucket/x/object/:bucket/photos` },
    false,
  ],
  [
    'a wildcard in an object key with colons',
    { Resource: bucket('x/object/*') },
    { resource: bucket('x/object/a:b:c') },
    true,
  ],
  ['everything, asked of everything', {}, { resource: '*' }, true],
  ['every instance, asked of everything', { Resource: instance('*') }, { resource: '*' }, false],
  ['a resource that is none', {}, { resource: 'instance/i-1' }, false],
];

test.each(rows)('an Allow of %s', (_title, statement, request, allowed) => {
  expect(decide([statement], request)).toBe(allowed ? 'allowed' : 'implicit_deny');
});

test.each(rows.filter(([, , request]) => request?.resource !== 'instance/i-1'))(
  'a Deny of %s has the same reach',
  (_title, statement, request, reached) => {
    const decision = decide([{}, { ...statement, Effect: 'Deny' }], request);
    expect(decision).toBe(reached ? 'explicit_deny' : 'allowed');
  },
);

describe('several policies', () => {
  const request = { action: start, resource: instance(), context: {} };
  const allowing = compilePolicy('pol-a', documentOf({ Sid: 'Yes' }));
  const denying = compilePolicy('pol-d', documentOf({ Effect: 'Deny', Sid: 'No' }));
  const silent = compilePolicy('pol-s', documentOf({ Action: 'iam:*' }));

  test('without any, the answer is no', () => {
    expect(evaluate([], request)).toEqual({ decision: 'implicit_deny', matched: null });
    expect(evaluate([silent], request)).toEqual({ decision: 'implicit_deny', matched: null });
  });

  test('a Deny wins wherever it stands, and is named', () => {
    const expected = { decision: 'explicit_deny', matched: { policy_id: 'pol-d', sid: 'No' } };
    expect(evaluate([allowing, denying], request)).toEqual(expected);
    expect(evaluate([denying, allowing], request)).toEqual(expected);
  });

  test('the Allow that decided is named, by its policy alone where it has no Sid', () => {
    expect(evaluate([silent, allowing], request).matched).toEqual({ policy_id: 'pol-a', sid: 'Yes' });
    expect(evaluate([policyOf({})], request).matched).toEqual({ policy_id: 'pol-1', sid: null });
  });
});

describe('a stored document that makes no sense', () => {
  const request = { action: start, resource: instance(), context: {} };

  test.each([
    ['nothing', undefined],
    ['text', 'Allow'],
    ['another version', { ...documentOf({}), Version: '2012-10-17' }],
    ['no statement', documentOf()],
    ['NotAction', documentOf({ NotAction: 'iam:*' })],
    ['NotResource', documentOf({ NotResource: '*' })],
    ['Principal', documentOf({ Principal: '*' })],
    ['another effect', documentOf({ Effect: 'allow' })],
    ['no action', documentOf({ Action: [] })],
  ])('%s denies everything', (_title, document) => {
    const policies = [policyOf({}), compilePolicy('pol-odd', document)];
    const matched = { policy_id: 'pol-odd', sid: null };
    expect(evaluate(policies, request)).toEqual({ decision: 'explicit_deny', matched });
  });

  const odd: [string, object][] = [
    ['an unreadable resource', { Resource: 'instance/i-1' }],
    ['an unknown operator', { Condition: { StringNope: { 'svc:InstanceTypeId': 'a' } } }],
    ['an operator of every object', { Condition: { constructor: { 'svc:InstanceTypeId': 'a' } } }],
    ['an unknown key', { Condition: { StringEquals: { 'svc:Nope': 'a' } } }],
    ['a key of every object', { Condition: { StringEquals: { constructor: 'a' } } }],
    ['an operator that does not fit its key', { Condition: { Bool: { 'svc:SourceIp': true } } }],
    ['a value that is none', { Condition: { IpAddress: { 'svc:SourceIp': 'everywhere' } } }],
    ['one value of several that is none', { Condition: { NumericLessThan: { 'svc:PlanPriceMonthly': [1, 'x'] } } }],
  ];

  test.each(odd)('%s lets no Allow in and keeps no Deny off', (_title, statement) => {
    const decided = (...statements: object[]) =>
      evaluate([compilePolicy('pol-1', documentOf(...statements))], request).decision;
    expect(decided(statement)).toBe('implicit_deny');
    expect(decided({}, { ...statement, Effect: 'Deny' })).toBe('explicit_deny');
  });
});

test('an action that is gone from the catalogue harms nothing', () => {
  const policy = compilePolicy('pol-1', documentOf({ Action: ['compute:Teleport', start] }));
  expect(evaluate([policy], { action: start, resource: instance(), context: {} }).decision).toBe('allowed');
});

test('the keys that matter are those of the statements that concern the request', () => {
  const policies = [
    policyOf({ Action: start, Condition: { StringEquals: { 'svc:Tag/env': 'dev' } } }),
    policyOf({ Action: 'compute:LaunchInstance', Condition: { NumericLessThan: { 'svc:PlanPriceMonthly': 1 } } }),
    policyOf({ Effect: 'Deny', Resource: instance('i-2'), Condition: { Bool: { 'svc:MfaPresent': false } } }),
  ];
  expect([...keysThatMatter(policies, { action: start, resource: instance('i-1') })]).toEqual(['svc:Tag/env']);
  const second = keysThatMatter(policies, { action: start, resource: instance('i-2') });
  expect([...second]).toEqual(['svc:Tag/env', 'svc:MfaPresent']);
  expect(keysThatMatter(policies, { action: 'iam:GetUser', resource: 'nonsense' }).size).toBe(0);
});
