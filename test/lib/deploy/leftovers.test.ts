import { expect, test } from 'vitest';
import { refuseLeftovers } from '#lib/deploy/leftovers.ts';

const table = (Properties: Record<string, unknown>, policy?: string) => ({
  Kept: { Type: 'AWS::DynamoDB::Table', Properties, ...(policy && { DeletionPolicy: policy }) },
});

test.each([
  [table({}, 'Retain'), 'Kept: DeletionPolicy Retain leaves it behind when a first deployment fails'],
  [table({}, 'Snapshot'), 'Kept: DeletionPolicy Snapshot leaves it behind'],
  [table({ DeletionProtectionEnabled: true }), 'Kept: DeletionProtectionEnabled leaves it behind'],
  [table({ DeletionProtection: { Ref: 'Kept' } }), 'Kept: DeletionProtection leaves it behind'],
])('%j would stay after a first deployment that failed, and is refused', (resources, message) => {
  expect(() => refuseLeftovers(resources)).toThrow(message);
});

test('what CloudFormation deletes when it undoes a first deployment is taken', () => {
  refuseLeftovers({
    ...table({ DeletionProtectionEnabled: false }, 'RetainExceptOnCreate'),
    Other: { Type: 'AWS::SNS::Topic', Properties: {} },
  });
});
