import { expect, test } from 'vitest';
import { type Grants, planRoles, roleId } from '#lib/deploy/roles.ts';

const allow = { Effect: 'Allow', Action: 'dynamodb:GetItem', Resource: 'arn' } as const;
const grants: Grants = { 'table:read': [allow], 'table:write': [allow], tableRead: [allow], 'sfn:launch': [allow] };

test('a set of grants has one role, whatever the order and however often a grant is named', () => {
  const roles = planRoles(
    [
      ['a', ['table:write', 'sfn:launch']],
      ['b', ['sfn:launch', 'table:write', 'sfn:launch']],
      ['c', []],
    ],
    grants,
  );
  expect([...roles]).toEqual([
    ['SfnLaunchTableWriteRole', ['sfn:launch', 'table:write']],
    ['LogsOnlyRole', []],
  ]);
  expect(roleId(['table:write', 'sfn:launch'])).toBe('SfnLaunchTableWriteRole');
});

test.each([
  [
    'a function that does not say its access',
    [['a', undefined]],
    'function a: say its "access" (an empty list is allowed)',
  ],
  ['a grant that does not exist', [['a', ['table:reed']]], 'function a: there is no grant "table:reed"'],
  [
    'two sets of one name',
    [
      ['a', ['table:read']],
      ['b', ['tableRead']],
    ],
    'the grants tableRead and table:read make one name, TableReadRole',
  ],
] as const)('%s is refused', (_what, functions, message) => {
  expect(() => planRoles(functions, grants)).toThrow(message);
});
