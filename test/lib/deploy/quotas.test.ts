import { expect, test } from 'vitest';
import type { Packaged } from '#lib/deploy/quotas/quota.ts';
import { quotas } from '#lib/deploy/quotas/table.ts';
import { shown, withinQuotas } from '#lib/deploy/quotas/within.ts';
import type { Resource } from '#lib/deploy/template.ts';

const packaged = (Resources: Record<string, Resource>, zips: Packaged['zips'] = {}): Packaged => ({
  template: { Resources },
  zips,
});

const each = <T>(n: number, one: (at: number) => [string, T]): Record<string, T> =>
  Object.fromEntries(Array.from({ length: n }, (_, at) => one(at)));

/** An API of so many routes, all of one function. */
const api = (routes: number): Resource => ({
  Type: 'AWS::ApiGatewayV2::Api',
  Properties: {
    Body: {
      paths: each(routes, (at) => [`/${at}`, { post: {} }]),
      components: { 'x-amazon-apigateway-integrations': { one: {} } },
    },
  },
});

const reader = (stream: string): Resource => ({
  Type: 'AWS::Lambda::EventSourceMapping',
  Properties: { EventSourceArn: { 'Fn::GetAtt': [stream, 'StreamArn'] } },
});

const variables = (bytes: number): Resource => ({
  Type: 'AWS::Lambda::Function',
  Properties: { Environment: { Variables: { A: 'a'.repeat(bytes) } } },
});

test('a stack within every quota has a line for each, with what comes nearest', () => {
  const lines = withinQuotas(packaged({ Big: api(285), Small: api(3), One: variables(20) }));
  expect(lines.map(({ name }) => name)).toEqual(quotas.map(({ name }) => name));
  expect(lines[0]).toEqual({
    name: 'routes of an HTTP API',
    published: 300,
    bound: 285,
    what: 'Big',
    amount: 285,
  });
  expect(shown(lines).split('\n')).toHaveLength(quotas.length);
  expect(shown(lines)).toMatch(/^ {2}routes of an HTTP API +285 of 285 +Big$/m);
});

test.each<[string, Packaged, string]>([
  ['routes', packaged({ Big: api(286) }), 'Big has 286 routes of an HTTP API (at most 285; AWS allows 300)'],
  [
    'resources',
    packaged(each(471, (at) => [`R${at}`, { Type: 'AWS::SNS::Topic', Properties: {} }])),
    'the stack has 471 resources of a stack (at most 470; AWS allows 500)',
  ],
  [
    'the template',
    packaged({ Text: { Type: 'AWS::SNS::Topic', Properties: { text: 'a'.repeat(950_000) } } }),
    'the template has 950074 bytes of the template as uploaded (at most 950000; AWS allows 1000000)',
  ],
  [
    'an environment, whose references are counted at their longest',
    packaged({
      Fn: {
        Type: 'AWS::Lambda::Function',
        Properties: { Environment: { Variables: each(26, (at) => [`V${at}`, { Ref: 'Table' }]) } },
      },
    }),
    "Fn has 3865 bytes of a function's environment (at most 3600; AWS allows 4096)",
  ],
  [
    "a role's own policies",
    packaged({
      Role: {
        Type: 'AWS::IAM::Role',
        Properties: { Policies: [{ PolicyDocument: { text: 'a'.repeat(10_000) } }] },
      },
    }),
    "Role has 10013 characters of a role's own policies (at most 9700; AWS allows 10240)",
  ],
  [
    'a zip',
    packaged({}, { 'functions.zip': { packed: 50_000_001, unpacked: 60_000_000 } }),
    "functions.zip has 50000001 bytes of a function's code, packed (at most 50000000; AWS allows 52428800)",
  ],
])('more than the quota of %s is refused, with the line that is over', (_what, over, message) => {
  expect(() => withinQuotas(over)).toThrow(message);
});

test('every line that is over is named', () => {
  const over = packaged({ Big: api(286), Fn: variables(4_000) });
  expect(() => withinQuotas(over)).toThrow(/^Big has 286 routes .*; Fn has 4008 bytes of a function's environment/);
});

test('a stream has two readers at most', () => {
  const read = (stream: string, n: number) => each(n, (at) => [`Reader${at}`, reader(stream)]);
  expect(withinQuotas(packaged(read('Table', 2))).find(({ name }) => name === 'readers of a stream')).toMatchObject({
    amount: 2,
    bound: 2,
  });
  expect(() => withinQuotas(packaged(read('Table', 3)))).toThrow(
    'Table.StreamArn has 3 readers of a stream (at most 2',
  );
});
