import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { AwsJsonError, awsJson, dynamodbAt } from '#lib/local/aws-json.ts';

interface TableProperties {
  AttributeDefinitions: unknown;
  KeySchema: unknown;
  GlobalSecondaryIndexes: unknown;
  TimeToLiveSpecification?: { AttributeName: string; Enabled: boolean };
}

/** The table's properties as lib/store/table.yml declares them for CloudFormation. */
function tableProperties(): TableProperties {
  const { Resources } = parse(readFileSync(new URL(import.meta.resolve('#lib/store/table.yml')), 'utf8')) as {
    Resources: Record<string, { Type: string; Properties: TableProperties }>;
  };
  const table = Object.values(Resources).find(({ Type }) => Type === 'AWS::DynamoDB::Table');
  if (table === undefined) throw new Error('lib/store/table.yml declares no AWS::DynamoDB::Table');
  return table.Properties;
}

/**
 * Creates the table `name` as table.yml declares it, and waits until it is active. An existing table is left as it is.
 */
export async function ensureTable(endpoint: string, name: string): Promise<void> {
  const dynamodb = dynamodbAt(endpoint);
  const status = async () => {
    const { Table } = await awsJson<{ Table: { TableStatus: string } }>(dynamodb, 'DescribeTable', { TableName: name });
    return Table.TableStatus;
  };
  const before = await status().catch(unless('ResourceNotFoundException'));
  if (before === 'ACTIVE') return;
  // Only what every DynamoDB-compatible engine accepts: backups and deletion protection are for the cloud.
  const { AttributeDefinitions, KeySchema, GlobalSecondaryIndexes, TimeToLiveSpecification } = tableProperties();
  const table = { TableName: name, AttributeDefinitions, KeySchema, GlobalSecondaryIndexes };
  await awsJson(dynamodb, 'CreateTable', { ...table, BillingMode: 'PAY_PER_REQUEST' }).catch(
    unless('ResourceInUseException'),
  );
  while ((await status()) !== 'ACTIVE') await new Promise((resolve) => setTimeout(resolve, 100));
  if (TimeToLiveSpecification)
    await awsJson(dynamodb, 'UpdateTimeToLive', { TableName: name, TimeToLiveSpecification });
}

function unless(name: string): (error: unknown) => undefined {
  return (error) => {
    if (!(error instanceof AwsJsonError && error.name === name)) throw error;
  };
}
