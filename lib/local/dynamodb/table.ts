import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { AwsJsonError, awsJson, dynamodbAt } from '#lib/local/aws-json.ts';

interface TableProperties {
  AttributeDefinitions: unknown;
  KeySchema: unknown;
  GlobalSecondaryIndexes: unknown;
  TimeToLiveSpecification?: { AttributeName: string; Enabled: boolean };
}

let declared: TableProperties | undefined;

/** The table's properties as lib/store/table.yml declares them for CloudFormation. */
function tableProperties(): TableProperties {
  if (declared) return declared;
  const { Resources } = parse(readFileSync(new URL(import.meta.resolve('#lib/store/table.yml')), 'utf8')) as {
    Resources: Record<string, { Type: string; Properties: TableProperties }>;
  };
  declared = Object.values(Resources).find(({ Type }) => Type === 'AWS::DynamoDB::Table')?.Properties;
  if (declared === undefined) throw new Error('lib/store/table.yml declares no AWS::DynamoDB::Table');
  return declared;
}

/**
 * Creates the table `name` as table.yml declares it, and waits until it is active. An existing table is left as it is.
 */
export async function ensureTable(endpoint: string, name: string): Promise<void> {
  const before = await statusOf(endpoint, name).catch(unless('ResourceNotFoundException'));
  if (before !== 'ACTIVE') await createTable(endpoint, name);
}

/** The same for a table that nobody has seen active. */
export async function createTable(endpoint: string, name: string): Promise<void> {
  const dynamodb = dynamodbAt(endpoint);
  // Only what every DynamoDB-compatible engine accepts: backups and deletion protection are for the cloud.
  const { AttributeDefinitions, KeySchema, GlobalSecondaryIndexes, TimeToLiveSpecification } = tableProperties();
  const table = { TableName: name, AttributeDefinitions, KeySchema, GlobalSecondaryIndexes };
  const created = await awsJson<{ TableDescription: Described }>(dynamodb, 'CreateTable', {
    ...table,
    BillingMode: 'PAY_PER_REQUEST',
  }).catch(unless('ResourceInUseException'));
  let status = created?.TableDescription.TableStatus;
  // The embedded engine has it when it is first asked.
  for (let pause = 0; status !== 'ACTIVE'; pause = 100) {
    if (pause > 0) await new Promise((resolve) => setTimeout(resolve, pause));
    status = await statusOf(endpoint, name);
  }
  if (TimeToLiveSpecification)
    await awsJson(dynamodb, 'UpdateTimeToLive', { TableName: name, TimeToLiveSpecification });
}

interface Described {
  readonly TableStatus: string;
}

async function statusOf(endpoint: string, name: string): Promise<string> {
  const { Table } = await awsJson<{ Table: Described }>(dynamodbAt(endpoint), 'DescribeTable', { TableName: name });
  return Table.TableStatus;
}

function unless(name: string): (error: unknown) => undefined {
  return (error) => {
    if (!(error instanceof AwsJsonError && error.name === name)) throw error;
  };
}
