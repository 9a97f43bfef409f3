import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { policyDocument, policyDocumentOver } from '#lib/model/identity/policy/document.ts';
import { documentOf } from '#test/lib/domain/identity/iam/policy/statements.ts';

const body = z.strictObject({ document: policyDocument });

/** Every problem of a document as `path: message`. */
function problems(document: unknown): string[] {
  const { error } = body.safeParse({ document });
  return (error?.issues ?? []).map(({ path, message }) => {
    const place = path.reduce<string>(
      (text, part) => (typeof part === 'number' ? `${text}[${part}]` : `${text}.${String(part)}`),
      '',
    );
    return `${place.slice(1)}: ${message}`;
  });
}

const problemsOf = (statement: object) => problems(documentOf(statement));

test('the contract’s own example is a document', () => {
  const document = {
    Version: '2026-11-01',
    Statement: [
      { Effect: 'Allow', Action: ['compute:List*', 'compute:Get*'], Resource: '*' },
      {
        Effect: 'Allow',
        Action: 'compute:LaunchInstance',
        Resource: 'srn:compute:in-mum:482910337451:instance/*',
        Condition: { NumericLessThanEquals: { 'svc:PlanPriceMonthly': 2000 } },
      },
      {
        Effect: 'Deny',
        Action: 'compute:TerminateInstance',
        Resource: '*',
        Condition: { Bool: { 'svc:MfaPresent': false } },
      },
    ],
  };
  expect(problems(document)).toEqual([]);
  expect(policyDocument.parse(document)).toEqual(document);
});

describe('an action', () => {
  const place = 'document.Statement[0].Action';
  test.each([
    ['compute:Fly', [`${place}: unknown action "compute:Fly"`]],
    [['compute:StartInstance', 'compute:Fly'], [`${place}[1]: unknown action "compute:Fly"`]],
    ['compute:Fly*', [`${place}: unknown action "compute:Fly*"`]],
    ['fly:*', [`${place}: unknown action "fly:*"`]],
    ['StartInstance', [`${place}: unknown action "StartInstance"`]],
    ['', [`${place}: unknown action ""`]],
    ['compute:startinstance', []],
    ['*:Get*', []],
    ['*', []],
  ])('%j', (action, expected) => {
    expect(problemsOf({ Action: action })).toEqual(expected);
  });

  test('is checked against the catalogue that is given', () => {
    const schema = policyDocumentOver(['compute:Fly']);
    expect(schema.safeParse(documentOf({ Action: 'compute:Fly' })).success).toBe(true);
    expect(schema.safeParse(documentOf({ Action: 'compute:StartInstance' })).success).toBe(false);
  });
});

describe('a resource', () => {
  const form = 'must be "*" or srn:<service>:<region>:<account_id>:<type>/<id>';
  test.each([
    ['srn:compute:in-mum:482910337451:instance/*', undefined],
    ['srn:iam::482910337451:user/alice', undefined],
    ['srn:storage:in-mum:*:bucket/a/object/b:c:d', undefined],
    ['srn:*:*:*:*', undefined],
    ['instance/i-1', form],
    ['srn:compute:*', form],
    ['arn:compute:in-mum:482910337451:instance/*', form],
    ['srn:compute:in-mum:482910337451:', form],
    [
      'srn:fly:in-mum:482910337451:x',
      'is of an unknown service (compute, iam, billing, team, audit, storage, notifications, platform)',
    ],
    ['srn:compute:us-east-1:482910337451:x', 'is of an unknown region (in-mum)'],
    ['srn:iam:in-mum:482910337451:user/a', 'is of an unknown region (none: srn:iam::)'],
    ['srn:compute:in-mum:alice:instance/*', 'must name an account_id of 12 digits, or *'],
    [`srn:iam::482910337451:user/\${svc:username}`, 'has a variable, which policies do not have'],
  ])('%s', (resource, problem) => {
    const expected = problem ? [`document.Statement[0].Resource: ${problem}`] : [];
    expect(problemsOf({ Resource: resource })).toEqual(expected);
  });
});

describe('a condition', () => {
  const place = 'document.Statement[0].Condition';
  const keys =
    'svc:SourceIp, svc:SourceVpc, svc:SourceInstance, svc:MfaPresent, svc:CurrentTime, ' +
    'svc:PlanPriceMonthly, svc:InstanceTypeId, svc:Tag/<key>';
  const operators =
    'StringEquals, StringLike, IpAddress, NotIpAddress, Bool, NumericLessThan, NumericLessThanEquals, DateLessThan, DateGreaterThan';
  test.each<[object, string]>([
    [
      { StringNope: { 'svc:InstanceTypeId': 'a' } },
      `${place}.StringNope: unknown operator "StringNope" (${operators})`,
    ],
    [{ toString: { 'svc:InstanceTypeId': 'a' } }, `${place}.toString: unknown operator "toString" (${operators})`],
    [
      { StringEquals: { 'svc:Nope': 'a' } },
      `${place}.StringEquals.svc:Nope: unknown condition key "svc:Nope" (${keys})`,
    ],
    [
      { StringEquals: { 'svc:Tag/': 'a' } },
      `${place}.StringEquals.svc:Tag/: unknown condition key "svc:Tag/" (${keys})`,
    ],
    [
      { StringEquals: { 'aws:SourceIp': 'a' } },
      `${place}.StringEquals.aws:SourceIp: unknown condition key "aws:SourceIp" (${keys})`,
    ],
    [{ Bool: {} }, `${place}.Bool: needs at least one key (${keys})`],
    [
      { IpAddress: { 'svc:SourceVpc': '10.20.0.0/20' } },
      `${place}.IpAddress.svc:SourceVpc: IpAddress does not fit svc:SourceVpc (StringEquals, StringLike)`,
    ],
    [{ StringLike: { 'svc:SourceInstance': [7] } }, `${place}.StringLike.svc:SourceInstance[0]: is not a string`],
    [
      { Bool: { 'svc:SourceIp': true } },
      `${place}.Bool.svc:SourceIp: Bool does not fit svc:SourceIp (IpAddress, NotIpAddress)`,
    ],
    [
      { StringEquals: { 'svc:MfaPresent': 'true' } },
      `${place}.StringEquals.svc:MfaPresent: StringEquals does not fit svc:MfaPresent (Bool)`,
    ],
    [
      { IpAddress: { 'svc:SourceIp': '10.0.0.0/33' } },
      `${place}.IpAddress.svc:SourceIp: is not an IPv4 or IPv6 address or block like 203.0.113.0/24`,
    ],
    [
      { IpAddress: { 'svc:SourceIp': ['10.0.0.0/8', 7] } },
      `${place}.IpAddress.svc:SourceIp[1]: is not an IPv4 or IPv6 address or block like 203.0.113.0/24`,
    ],
    [{ Bool: { 'svc:MfaPresent': 'yes' } }, `${place}.Bool.svc:MfaPresent: is not true or false`],
    [
      { NumericLessThan: { 'svc:PlanPriceMonthly': '1e3' } },
      `${place}.NumericLessThan.svc:PlanPriceMonthly: is not a number`,
    ],
    [
      { DateLessThan: { 'svc:CurrentTime': '2026-11-21' } },
      `${place}.DateLessThan.svc:CurrentTime: is not an RFC 3339 time like 2026-11-21T04:10:00Z`,
    ],
    [
      { DateLessThan: { 'svc:CurrentTime': '2026-13-21T00:00:00Z' } },
      `${place}.DateLessThan.svc:CurrentTime: is not an RFC 3339 time like 2026-11-21T04:10:00Z`,
    ],
    [{ StringEquals: { 'svc:Tag/env': 7 } }, `${place}.StringEquals.svc:Tag/env: is not a string`],
  ])('%j', (condition, expected) => {
    expect(problemsOf({ Condition: condition })).toEqual([expected]);
  });
});

describe('the shape', () => {
  test.each([
    ['NotAction', documentOf({ NotAction: 'iam:*' })],
    ['NotResource', documentOf({ NotResource: '*' })],
    ['Principal', documentOf({ Principal: '*' })],
    ['Id', { ...documentOf({}), Id: 'x' }],
  ])('%s is an unknown field', (name, document) => {
    const { error } = policyDocument.safeParse(document);
    expect(error?.issues).toMatchObject([{ code: 'unrecognized_keys', keys: [name] }]);
  });

  test.each([
    ['AWS’s version', { ...documentOf({}), Version: '2012-10-17' }, ['Version']],
    ['no statement', documentOf(), ['Statement']],
    ['a statement by itself', { ...documentOf(), Statement: documentOf({}).Statement[0] }, ['Statement']],
    ['another effect', documentOf({ Effect: 'allow' }), ['Statement', 0, 'Effect']],
    ['no action', documentOf({ Action: [] }), ['Statement', 0, 'Action']],
    ['a number for a resource', documentOf({ Resource: 1 }), ['Statement', 0, 'Resource']],
    ['a Sid with a blank', documentOf({ Sid: 'a b' }), ['Statement', 0, 'Sid']],
    [
      'a null value',
      documentOf({ Condition: { Bool: { 'svc:MfaPresent': null } } }),
      ['Statement', 0, 'Condition', 'Bool', 'svc:MfaPresent'],
    ],
  ])('%s', (_title, document, path) => {
    expect(policyDocument.safeParse(document).error?.issues).toMatchObject([{ path }]);
  });

  test('every fault is reported, also beside one of the shape', () => {
    const document = documentOf(
      { Effect: 'Alow', Action: 'compute:Fly', Resource: ['instance/1', 5] },
      { Sid: 'a b', Action: ['iam:*', 'iam:Fly', null], Condition: { Bool: null, Fly: { 'svc:SourceIp': 1 } } },
      { Effect: undefined, Action: undefined, Resource: 'srn:compute:in-mum:482910337451:', Principal: '*' },
    );
    const form = 'must be "*" or srn:<service>:<region>:<account_id>:<type>/<id>';
    expect(problems({ ...document, Version: 'x', Statement: [...document.Statement, 'none', null] })).toEqual([
      'document.Version: Invalid input: expected "2026-11-01"',
      'document.Statement[0].Effect: Invalid option: expected one of "Allow"|"Deny"',
      'document.Statement[0].Resource: Invalid input',
      'document.Statement[1].Sid: must be 1 to 64 of A-Z a-z 0-9 _ -',
      'document.Statement[1].Action: Invalid input',
      'document.Statement[1].Condition.Bool: Invalid input: expected record, received null',
      'document.Statement[2].Effect: Invalid option: expected one of "Allow"|"Deny"',
      'document.Statement[2].Action: Invalid input',
      'document.Statement[2]: Unrecognized key: "Principal"',
      'document.Statement[3]: Invalid input: expected object, received string',
      'document.Statement[4]: Invalid input: expected object, received null',
      'document.Statement[0].Action: unknown action "compute:Fly"',
      `document.Statement[0].Resource[0]: ${form}`,
      'document.Statement[1].Action[1]: unknown action "iam:Fly"',
      expect.stringMatching(/^document\.Statement\[1\]\.Condition\.Fly: unknown operator "Fly" \(/),
      `document.Statement[2].Resource: ${form}`,
    ]);
  });

  test('a Sid names one statement', () => {
    expect(problems(documentOf({ Sid: 'a' }, { Sid: 'b' }, { Sid: 'a' }))).toEqual([
      'document.Statement[2].Sid: names two statements',
    ]);
  });

  test('a document has at most 6144 characters', () => {
    const filled = (length: number) => {
      const bare = JSON.stringify(documentOf({ Resource: instances('') })).length;
      return documentOf({ Resource: instances('x'.repeat(length - bare)) });
    };
    const instances = (id: string) => `srn:compute:in-mum:482910337451:instance/${id}`;
    expect(problems(filled(6144))).toEqual([]);
    expect(problems(filled(6145))).toEqual(['document: has 6145 characters (at most 6144)']);
  });

  test('can be told as JSON Schema', () => {
    const schema = z.toJSONSchema(policyDocument, { io: 'input' });
    expect(schema).toMatchObject({ type: 'object', required: ['Version', 'Statement'], additionalProperties: false });
  });
});
