import { readFileSync } from 'node:fs';
import {
  CreateTableCommand,
  type CreateTableCommandInput,
  DescribeTableCommand,
  type DynamoDBClient,
  ResourceInUseException,
  ResourceNotFoundException,
  UpdateTimeToLiveCommand,
} from '@aws-sdk/client-dynamodb';
import { parse } from 'yaml';

type TableProperties = Omit<CreateTableCommandInput, 'TableName'> & {
  TimeToLiveSpecification?: { AttributeName: string; Enabled: boolean };
};

const TABLE_FILE = new URL(import.meta.resolve('#lib/store/table.yml'));

/** The table's properties as lib/store/table.yml declares them for CloudFormation, without its name. */
export function tableProperties(): TableProperties {
  const { Resources } = parse(readFileSync(TABLE_FILE, 'utf8')) as {
    Resources: Record<string, { Type: string; Properties: TableProperties & { TableName?: string } }>;
  };
  const table = Object.values(Resources).find(({ Type }) => Type === 'AWS::DynamoDB::Table');
  if (table === undefined) throw new Error('lib/store/table.yml declares no AWS::DynamoDB::Table');
  const { TableName: _, ...properties } = table.Properties;
  return properties;
}

/** Creates the table under `name` as table.yml declares it; one that exists is left as it is. */
export async function ensureTable(client: DynamoDBClient, name: string): Promise<void> {
  if (await tableExists(client, name)) return;
  // Only what every DynamoDB-compatible engine accepts: backups and deletion protection are the cloud's business.
  const { AttributeDefinitions, KeySchema, GlobalSecondaryIndexes, TimeToLiveSpecification } = tableProperties();
  try {
    await client.send(
      new CreateTableCommand({
        TableName: name,
        BillingMode: 'PAY_PER_REQUEST',
        AttributeDefinitions,
        KeySchema,
        GlobalSecondaryIndexes,
      }),
    );
  } catch (error) {
    if (!(error instanceof ResourceInUseException)) throw error;
  }
  if (TimeToLiveSpecification) {
    await client.send(new UpdateTimeToLiveCommand({ TableName: name, TimeToLiveSpecification }));
  }
}

async function tableExists(client: DynamoDBClient, name: string): Promise<boolean> {
  try {
    await client.send(new DescribeTableCommand({ TableName: name }));
    return true;
  } catch (error) {
    if (error instanceof ResourceNotFoundException) return false;
    throw error;
  }
}
