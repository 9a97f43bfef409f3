import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { protectTable, takeTable, type Wanted } from '#lib/deploy/live/table.ts';
import { aws } from './aws.ts';

const file = fileURLToPath(new URL('../../../../lib/store/table.yml', import.meta.url));
const wanted: Wanted = parse(readFileSync(file, 'utf8')).Resources.Table.Properties;
const { KeySchema, GlobalSecondaryIndexes } = wanted;
const TableName = 'svc-prod-restored';
const streamArn = `arn:aws:dynamodb:ap-south-1:123456789012:table/${TableName}/stream/2026-11-28T02:00:00.000`;

const restored = { TableName, TableStatus: 'ACTIVE', KeySchema, GlobalSecondaryIndexes };
const streams = (StreamViewType: string) => ({
  StreamSpecification: { StreamEnabled: true, StreamViewType },
  LatestStreamArn: streamArn,
});

/** DynamoDB with one table, which has what an update gave it. */
function dynamodb(Table: object, { ttl = 'DISABLED', pitr = 'DISABLED' } = {}) {
  let table: object = Table;
  return aws({
    DescribeTable: () => ({ Table: table }),
    DescribeTimeToLive: () => ({ TimeToLiveDescription: { TimeToLiveStatus: ttl } }),
    DescribeContinuousBackups: () => ({
      ContinuousBackupsDescription: { PointInTimeRecoveryDescription: { PointInTimeRecoveryStatus: pitr } },
    }),
    UpdateTable: ({ StreamSpecification, ...given }) => {
      table = { ...table, ...given, ...(StreamSpecification && streams(StreamSpecification.StreamViewType)) };
      return {};
    },
    UpdateTimeToLive: () => ({}),
    UpdateContinuousBackups: () => ({}),
  });
}

test('a restored table gets what a restore does not bring', async () => {
  const { client, changes } = dynamodb(restored);
  expect(await takeTable(client, TableName, wanted)).toBe(streamArn);
  expect(changes).toEqual([
    ['UpdateTimeToLive', { TableName, TimeToLiveSpecification: { AttributeName: 'ttl', Enabled: true } }],
    ['UpdateContinuousBackups', { TableName, PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true } }],
    ['UpdateTable', { TableName, StreamSpecification: { StreamEnabled: true, StreamViewType: 'KEYS_ONLY' } }],
  ]);
});

test('a table that has everything is left as it is', async () => {
  const { client, changes } = dynamodb({ ...restored, ...streams('KEYS_ONLY') }, { ttl: 'ENABLED', pitr: 'ENABLED' });
  expect(await takeTable(client, TableName, wanted)).toBe(streamArn);
  expect(changes).toEqual([]);
});

const missing = Object.assign(new Error('Requested resource not found'), { name: 'ResourceNotFoundException' });

test.each([
  [{ ...restored, TableStatus: 'CREATING' }, `${TableName} is CREATING; deploy when it is ACTIVE`],
  [
    { ...restored, KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }] },
    `${TableName} is no table of this platform: its key is id (HASH), not pk (HASH), sk (RANGE)`,
  ],
  [
    { ...restored, GlobalSecondaryIndexes: undefined },
    `${TableName} is no table of this platform: it has no index gsi1 by gsi1pk (HASH), gsi1sk (RANGE)`,
  ],
  [{ ...restored, ...streams('NEW_IMAGE') }, `the stream of ${TableName} shows NEW_IMAGE; disable it first`],
])('a table that cannot be taken is refused: %j', async (table, message) => {
  await expect(takeTable(dynamodb(table).client, TableName, wanted)).rejects.toThrow(`tableName: ${message}`);
});

test('a table that is not there is refused in one line', async () => {
  const { client } = aws({
    DescribeTable: () => {
      throw missing;
    },
  });
  await expect(takeTable(client, TableName, wanted)).rejects.toThrow(
    `tableName: there is no table ${TableName} in this account and region`,
  );
});

test('the table is protected from deletion once', async () => {
  const { client, changes } = dynamodb(restored);
  expect([await protectTable(client, TableName), await protectTable(client, TableName)]).toEqual([true, false]);
  expect(changes).toEqual([['UpdateTable', { TableName, DeletionProtectionEnabled: true }]]);
});
