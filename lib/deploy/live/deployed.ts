import {
  type CloudFormationClient,
  DescribeStacksCommand,
  paginateListStackResources,
} from '@aws-sdk/client-cloudformation';
import { DeployError } from '#lib/deploy/template.ts';

/** A stack as AWS has it now. */
export interface Deployed {
  readonly outputs: Readonly<Record<string, string>>;
  /** The names of what it has, by logical id. */
  readonly names: ReadonlyMap<string, string>;
}

/**
 * Throws DeployError where a stack has another table than its own, and the deployment does not say so: it would begin
 * with an empty one.
 */
export function refuseForgottenTable({ outputs: { TableName } }: Deployed, own: unknown): void {
  if (TableName !== undefined && TableName !== own)
    throw new DeployError(`tableName: the stack has the table ${TableName}: say --param tableName=${TableName}`);
}

/** Reads a stack; one that is not there has nothing. */
export async function readDeployed(client: CloudFormationClient, StackName: string): Promise<Deployed> {
  const outputs: Record<string, string> = {};
  const names = new Map<string, string>();
  try {
    const { Stacks = [] } = await client.send(new DescribeStacksCommand({ StackName }));
    for (const { OutputKey = '', OutputValue = '' } of Stacks[0]?.Outputs ?? []) outputs[OutputKey] = OutputValue;
    for await (const { StackResourceSummaries = [] } of paginateListStackResources({ client }, { StackName })) {
      for (const { LogicalResourceId = '', PhysicalResourceId } of StackResourceSummaries) {
        if (PhysicalResourceId) names.set(LogicalResourceId, PhysicalResourceId);
      }
    }
  } catch (error) {
    if (!/does not exist/.test((error as Error).message)) throw error;
  }
  return { outputs, names };
}
