import { describe, expect, test } from 'vitest';
import type { ConditionContext } from '#lib/model/identity/policy/context.ts';
import type { Statement } from '#lib/model/identity/policy/document.ts';
import { decide } from './statements.ts';

type Condition = NonNullable<Statement['Condition']>;
type Row = [title: string, condition: Condition, context: ConditionContext, holds: boolean];

const ip = (value: string): ConditionContext => ({ 'svc:SourceIp': value });
const from = (...blocks: string[]): Condition => ({ IpAddress: { 'svc:SourceIp': blocks } });
const notFrom = (...blocks: string[]): Condition => ({ NotIpAddress: { 'svc:SourceIp': blocks } });
const at = (text: string): ConditionContext => ({ 'svc:CurrentTime': new Date(text) });
const price = (value: number): ConditionContext => ({ 'svc:PlanPriceMonthly': value });

const rows: Row[] = [
  ['text equals', { StringEquals: { 'svc:Tag/env': 'dev' } }, { 'svc:Tag/env': 'dev' }, true],
  ['text in another case', { StringEquals: { 'svc:Tag/env': 'Dev' } }, { 'svc:Tag/env': 'dev' }, false],
  ['text with stars, taken as it is', { StringEquals: { 'svc:Tag/env': 'd*' } }, { 'svc:Tag/env': 'dev' }, false],
  ['one of several texts', { StringEquals: { 'svc:Tag/env': ['prod', 'dev'] } }, { 'svc:Tag/env': 'dev' }, true],
  ['none of several texts', { StringEquals: { 'svc:Tag/env': ['prod', 'test'] } }, { 'svc:Tag/env': 'dev' }, false],
  ['a missing tag', { StringEquals: { 'svc:Tag/env': 'dev' } }, {}, false],
  ['a missing tag, compared with nothing', { StringEquals: { 'svc:Tag/env': '' } }, {}, false],
  ['a tag of another key', { StringEquals: { 'svc:Tag/env': 'dev' } }, { 'svc:Tag/Env': 'dev' }, false],
  ['text like', { StringLike: { 'svc:InstanceTypeId': 's1-*' } }, { 'svc:InstanceTypeId': 's1-nano' }, true],
  [
    'text like single characters',
    { StringLike: { 'svc:InstanceTypeId': '?1-nano' } },
    { 'svc:InstanceTypeId': 'c1-nano' },
    true,
  ],
  ['text unlike', { StringLike: { 'svc:InstanceTypeId': 's1-*' } }, { 'svc:InstanceTypeId': 'xs1-nano' }, false],
  [
    'text like, in another case',
    { StringLike: { 'svc:InstanceTypeId': 'S1-*' } },
    { 'svc:InstanceTypeId': 's1-nano' },
    false,
  ],

  ['an address of a block', from('203.0.113.0/24'), ip('203.0.113.77'), true],
  ['an address beside a block', from('203.0.113.0/24'), ip('203.0.114.0'), false],
  ['an address of the second block', from('10.0.0.0/8', '203.0.113.0/24'), ip('203.0.113.1'), true],
  ['a block written with host bits', from('203.0.113.77/24'), ip('203.0.113.1'), true],
  ['a single address', from('203.0.113.7'), ip('203.0.113.7'), true],
  ['every address of IPv4', from('0.0.0.0/0'), ip('255.255.255.255'), true],
  ['an IPv6 address of a block', from('2001:db8::/32'), ip('2001:DB8:0:1::5'), true],
  ['an IPv6 address beside a block', from('2001:db8::/32'), ip('2001:db9::1'), false],
  ['an IPv6 address written otherwise', from('2001:db8::1'), ip('2001:0db8:0:0:0:0:0:1'), true],
  ['an IPv4 address in the guise of IPv6', from('203.0.113.0/24'), ip('::ffff:203.0.113.7'), true],
  ['an IPv4 address and every address of IPv6', from('::/0'), ip('203.0.113.7'), false],
  ['an IPv6 address and every address of IPv4', from('0.0.0.0/0'), ip('2001:db8::1'), false],
  ['no address', from('0.0.0.0/0'), {}, false],
  ['not of a block', notFrom('10.0.0.0/8'), ip('203.0.113.7'), true],
  ['of a block, negated', notFrom('10.0.0.0/8'), ip('10.1.2.3'), false],
  ['of the second block, negated', notFrom('192.168.0.0/16', '10.0.0.0/8'), ip('10.1.2.3'), false],
  ['no address, negated', notFrom('10.0.0.0/8'), {}, true],

  ['true', { Bool: { 'svc:MfaPresent': true } }, { 'svc:MfaPresent': true }, true],
  ['true as text', { Bool: { 'svc:MfaPresent': 'true' } }, { 'svc:MfaPresent': true }, true],
  ['false', { Bool: { 'svc:MfaPresent': false } }, { 'svc:MfaPresent': true }, false],
  ['false of false', { Bool: { 'svc:MfaPresent': 'false' } }, { 'svc:MfaPresent': false }, true],
  ['a truth that is missing', { Bool: { 'svc:MfaPresent': false } }, {}, false],

  ['less', { NumericLessThan: { 'svc:PlanPriceMonthly': 900 } }, price(899), true],
  ['less of the same', { NumericLessThan: { 'svc:PlanPriceMonthly': 899 } }, price(899), false],
  ['at most the same', { NumericLessThanEquals: { 'svc:PlanPriceMonthly': 899 } }, price(899), true],
  ['at most, as text', { NumericLessThanEquals: { 'svc:PlanPriceMonthly': '899.5' } }, price(899), true],
  ['more', { NumericLessThanEquals: { 'svc:PlanPriceMonthly': 2000 } }, price(2001), false],
  ['less than the larger of two', { NumericLessThan: { 'svc:PlanPriceMonthly': [100, 1000] } }, price(899), true],
  ['a number that is missing', { NumericLessThan: { 'svc:PlanPriceMonthly': 900 } }, {}, false],

  ['before', { DateLessThan: { 'svc:CurrentTime': '2026-11-21T00:00:00Z' } }, at('2026-11-20T23:59:59Z'), true],
  [
    'before the same',
    { DateLessThan: { 'svc:CurrentTime': '2026-11-21T00:00:00Z' } },
    at('2026-11-21T00:00:00Z'),
    false,
  ],
  ['after', { DateGreaterThan: { 'svc:CurrentTime': '2026-11-21T00:00:00Z' } }, at('2026-11-21T00:00:01Z'), true],
  [
    'after, in another zone',
    { DateGreaterThan: { 'svc:CurrentTime': '2026-11-21T05:30:00+05:30' } },
    at('2026-11-21T00:00:01Z'),
    true,
  ],
  [
    'after the same',
    { DateGreaterThan: { 'svc:CurrentTime': '2026-11-21T00:00:00Z' } },
    at('2026-11-21T00:00:00Z'),
    false,
  ],
  ['a time that is missing', { DateLessThan: { 'svc:CurrentTime': '2999-01-01T00:00:00Z' } }, {}, false],

  [
    'two keys, both fitting',
    { StringEquals: { 'svc:Tag/a': '1', 'svc:Tag/b': '2' } },
    { 'svc:Tag/a': '1', 'svc:Tag/b': '2' },
    true,
  ],
  [
    'two keys, one fitting',
    { StringEquals: { 'svc:Tag/a': '1', 'svc:Tag/b': '2' } },
    { 'svc:Tag/a': '1', 'svc:Tag/b': '1' },
    false,
  ],
  [
    'two operators, one fitting',
    { ...from('10.0.0.0/8'), Bool: { 'svc:MfaPresent': true } },
    { ...ip('10.0.0.1'), 'svc:MfaPresent': false },
    false,
  ],
  [
    'a window of time',
    {
      DateGreaterThan: { 'svc:CurrentTime': '2026-11-01T00:00:00Z' },
      DateLessThan: { 'svc:CurrentTime': '2026-12-01T00:00:00Z' },
    },
    at('2026-11-21T04:10:00Z'),
    true,
  ],
  ['no operator', {}, {}, true],
];

test.each(rows)('%s', (_title, condition, context, holds) => {
  expect(decide([{ Condition: condition }], { context })).toBe(holds ? 'allowed' : 'implicit_deny');
  const denying: Partial<Statement> = { Effect: 'Deny', Condition: condition };
  expect(decide([{}, denying], { context })).toBe(holds ? 'explicit_deny' : 'allowed');
});

describe('a request that is not as it should be', () => {
  test.each<[string, Condition, ConditionContext]>([
    ['an address that is none', from('0.0.0.0/0'), ip('unknown')],
    ['an address that is none, negated', notFrom('10.0.0.0/8'), ip('')],
    ['a price that is none', { NumericLessThan: { 'svc:PlanPriceMonthly': 900 } }, price(Number.NaN)],
    ['a price as text', { NumericLessThan: { 'svc:PlanPriceMonthly': 900 } }, { 'svc:PlanPriceMonthly': '1' }],
    ['a truth as text', { Bool: { 'svc:MfaPresent': true } }, { 'svc:MfaPresent': 'true' }],
    ['a time that is none', { DateLessThan: { 'svc:CurrentTime': '2999-01-01T00:00:00Z' } }, at('never')],
    ['a tag that is no text', { StringLike: { 'svc:Tag/a': '*' } }, { 'svc:Tag/a': 1 }],
  ])('%s lets no Allow in and keeps no Deny off', (_title, condition, context) => {
    expect(decide([{ Condition: condition }], { context })).toBe('implicit_deny');
    expect(decide([{}, { Effect: 'Deny', Condition: condition }], { context })).toBe('explicit_deny');
  });

  test('what is undecided does not outweigh a condition that fails', () => {
    const condition: Condition = { ...from('10.0.0.0/8'), Bool: { 'svc:MfaPresent': true } };
    const context = { ...ip('unknown'), 'svc:MfaPresent': false };
    expect(decide([{}, { Effect: 'Deny', Condition: condition }], { context })).toBe('allowed');
  });
});
