import { CloudFormationClient } from '@aws-sdk/client-cloudformation';
import { expect, test } from 'vitest';
import { readDeployed, refuseForgottenTable } from '#lib/deploy/live/deployed.ts';
import { aws } from './aws.ts';

/** The paginators of the SDK want a client of its class. */
const stacksOf = (answers: Parameters<typeof aws>[0]) =>
  Object.assign(Object.create(CloudFormationClient.prototype), aws(answers).client) as CloudFormationClient;

test('a stack has its outputs and the names of all that it holds, page by page', async () => {
  const pages: Record<string, object> = {
    first: {
      StackResourceSummaries: [{ LogicalResourceId: 'HttpApi', PhysicalResourceId: 'a1' }],
      NextToken: 'second',
    },
    second: { StackResourceSummaries: [{ LogicalResourceId: 'Table', PhysicalResourceId: 'svc-prod' }] },
  };
  const deployed = await readDeployed(
    stacksOf({
      DescribeStacks: () => ({ Stacks: [{ Outputs: [{ OutputKey: 'TableName', OutputValue: 'svc-prod' }] }] }),
      ListStackResources: ({ NextToken = 'first' }) => pages[NextToken] ?? {},
    }),
    'svc-prod',
  );
  expect(deployed.outputs).toEqual({ TableName: 'svc-prod' });
  expect([...deployed.names]).toEqual([
    ['HttpApi', 'a1'],
    ['Table', 'svc-prod'],
  ]);
});

test('a stack that is not there has nothing, and any other refusal is one', async () => {
  const failing = (message: string) =>
    stacksOf({
      DescribeStacks: () => {
        throw new Error(message);
      },
    });
  const none = await readDeployed(failing('Stack with id svc-prod does not exist'), 'svc-prod');
  expect([none.outputs, none.names.size]).toEqual([{}, 0]);
  await expect(readDeployed(failing('User is not authorized'), 'svc-prod')).rejects.toThrow('User is not authorized');
});

test('a deployment that forgets the restored table is refused, and one that has its own is not', () => {
  const stack = (outputs: Record<string, string>) => ({ outputs, names: new Map<string, string>() });
  expect(() => refuseForgottenTable(stack({ TableName: 'svc-prod-restored' }), 'svc-prod')).toThrow(
    'tableName: the stack has the table svc-prod-restored: say --param tableName=svc-prod-restored',
  );
  refuseForgottenTable(stack({ TableName: 'svc-prod' }), 'svc-prod');
  refuseForgottenTable(stack({}), 'svc-prod');
});
