import { expect, test } from 'vitest';
import { useTable } from '#lib/deploy/other-table.ts';
import type { Template } from '#lib/deploy/template.ts';

const other = {
  name: 'svc-prod-restored',
  streamArn: 'arn:aws:dynamodb:ap-south-1:123456789012:table/svc-prod-restored/stream/2026-11-28T02:00:00.000',
};
const arn = `arn:\${AWS::Partition}:dynamodb:\${AWS::Region}:\${AWS::AccountId}:table/svc-prod-restored`;

const stack = (Properties: Record<string, unknown>): Template => ({
  Resources: {
    Table: { Type: 'AWS::DynamoDB::Table', Properties: { TableName: 'svc-prod' } },
    User: { Type: 'AWS::Lambda::Function', Properties },
  },
  Outputs: { TableName: { Value: { Ref: 'Table' } } },
});

test('whatever refers to the table refers to the other one, and the stack has no table', () => {
  const template = stack({
    Name: { Ref: 'Table' },
    Arns: [{ 'Fn::GetAtt': ['Table', 'Arn'] }, { 'Fn::Sub': `\${Table.Arn}/index/gsi1` }],
    Text: { 'Fn::Sub': `\${Table} of \${TableOfOthers}` },
    Stream: { 'Fn::GetAtt': ['Table', 'StreamArn'] },
    Others: [{ Ref: 'PublicKeys' }, { 'Fn::GetAtt': ['PublicKeys', 'Arn'] }, 'Table', 29, null],
  });
  useTable(template, other);
  expect(template.Resources).toEqual({
    User: {
      Type: 'AWS::Lambda::Function',
      Properties: {
        Name: 'svc-prod-restored',
        Arns: [{ 'Fn::Sub': arn }, { 'Fn::Sub': `${arn}/index/gsi1` }],
        Text: { 'Fn::Sub': `svc-prod-restored of \${TableOfOthers}` },
        Stream: other.streamArn,
        Others: [{ Ref: 'PublicKeys' }, { 'Fn::GetAtt': ['PublicKeys', 'Arn'] }, 'Table', 29, null],
      },
    },
  });
  expect(template.Outputs).toEqual({ TableName: { Value: 'svc-prod-restored' } });
});

test('what cannot be told of another table is refused', () => {
  expect(() => useTable(stack({ Id: { 'Fn::GetAtt': ['Table', 'TableId'] } }), other)).toThrow(
    'tableName: what the stack asks of its table, TableId, is not known of another one',
  );
});
