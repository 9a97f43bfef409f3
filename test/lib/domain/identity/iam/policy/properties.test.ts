import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compilePolicy } from '#lib/domain/identity/iam/policy/compile.ts';
import { evaluate } from '#lib/domain/identity/iam/policy/evaluate.ts';
import type { Statement } from '#lib/model/identity/policy/document.ts';
import { documentOf, instance } from './statements.ts';

const patterns = ['*', 'compute:*', 'compute:Start*', 'compute:St?pInstance', 'compute:StartInstance', '*:Get*'];
const targets = ['*', instance('*'), instance('i-?'), instance('i-1'), instance('i-2'), 'srn:*:*:*:*/i-1'];
const conditions: Statement['Condition'][] = [
  undefined,
  { Bool: { 'svc:MfaPresent': true } },
  { IpAddress: { 'svc:SourceIp': ['10.0.0.0/8', '2001:db8::/32'] } },
  { NotIpAddress: { 'svc:SourceIp': '10.0.0.0/8' } },
  { StringLike: { 'svc:Tag/env': ['d*', 'test'] }, Bool: { 'svc:MfaPresent': [true, false] } },
];

const statement: fc.Arbitrary<Statement> = fc
  .record({
    Effect: fc.constantFrom('Allow' as const, 'Deny' as const),
    Action: fc.subarray(patterns, { minLength: 1, maxLength: 2 }),
    Resource: fc.subarray(targets, { minLength: 1, maxLength: 2 }),
    condition: fc.constantFrom(...conditions),
  })
  .map(({ condition, ...rest }) => (condition ? { ...rest, Condition: condition } : rest));

const policies = fc.array(fc.array(statement, { minLength: 1, maxLength: 3 }), { maxLength: 4 });

const request = fc.record({
  action: fc.constantFrom('compute:StartInstance', 'compute:StopInstance', 'COMPUTE:getinstance', 'iam:GetUser'),
  resource: fc.constantFrom(instance('i-1'), instance('i-2'), instance('i-10'), instance('*')),
  context: fc.record(
    {
      'svc:MfaPresent': fc.boolean(),
      'svc:SourceIp': fc.constantFrom('10.1.2.3', '203.0.113.7', '2001:db8::1', '::ffff:10.0.0.1'),
      'svc:Tag/env': fc.constantFrom('dev', 'prod', 'test'),
    },
    { requiredKeys: [] },
  ),
});

type Statements = Statement[][];
type Request = typeof request extends fc.Arbitrary<infer T> ? T : never;

const decide = (list: Statements, asked: Request) =>
  evaluate(
    list.map((statements, i) => compilePolicy(`pol-${i}`, documentOf(...statements))),
    asked,
  );

/** The same language once more, by regular expressions and without any thought of speed. */
function decideAgain(list: Statements, { action, resource, context }: Request): string {
  const like = (pattern: string, text: string, flags: string) =>
    new RegExp(`^${pattern.replaceAll(/[.]/g, '\\.').replaceAll('*', '.*').replaceAll('?', '.')}$`, flags).test(text);
  const ten = (address: string) => address.replace('::ffff:', '').startsWith('10.');
  const held = (condition: Statement['Condition']): boolean => {
    const address = context['svc:SourceIp'];
    const tag = context['svc:Tag/env'];
    switch (conditions.indexOf(condition)) {
      case 1:
        return context['svc:MfaPresent'] === true;
      case 2:
        return address !== undefined && (ten(address) || address.startsWith('2001:db8'));
      case 3:
        return address === undefined || !ten(address);
      case 4:
        return (tag === 'dev' || tag === 'test') && context['svc:MfaPresent'] !== undefined;
      default:
        return true;
    }
  };
  const matching = list
    .flat()
    .filter(
      ({ Action, Resource, Condition }) =>
        [Action].flat().some((pattern) => like(pattern, action, 'i')) &&
        [Resource].flat().some((pattern) => like(pattern, resource, '')) &&
        held(Condition),
    );
  if (matching.some(({ Effect }) => Effect === 'Deny')) return 'explicit_deny';
  return matching.length > 0 ? 'allowed' : 'implicit_deny';
}

test('agrees with a plain reading of the same language', () => {
  fc.assert(
    fc.property(policies, request, (list, asked) => {
      expect(decide(list, asked).decision).toBe(decideAgain(list, asked));
    }),
    { numRuns: 2000 },
  );
});

test('neither the order of policies nor of statements counts', () => {
  fc.assert(
    fc.property(policies, request, (list, asked) => {
      const reversed = list.toReversed().map((statements) => statements.toReversed());
      expect(decide(reversed, asked).decision).toBe(decide(list, asked).decision);
    }),
  );
});

test('one more Deny never lets anything in, one more Allow never keeps anything out', () => {
  fc.assert(
    fc.property(policies, statement, request, (list, added, asked) => {
      const before = decide(list, asked).decision;
      const after = decide([...list, [added]], asked).decision;
      if (added.Effect === 'Deny') expect(after === 'allowed' && before !== 'allowed').toBe(false);
      else expect(after !== 'allowed' && before === 'allowed').toBe(false);
    }),
  );
});

test('what decided is a statement of the policy that is named', () => {
  fc.assert(
    fc.property(policies, request, (list, asked) => {
      const { decision, matched } = decide(list, asked);
      expect(matched === null).toBe(decision === 'implicit_deny');
      const named = list[Number(matched?.policy_id.slice(4))];
      expect(decide(named ? [named] : [], asked).decision).toBe(decision);
    }),
  );
});
