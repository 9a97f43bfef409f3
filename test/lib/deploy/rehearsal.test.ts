import { expect, test } from 'vitest';
import type { Template } from '#lib/deploy/template.ts';
import { permitsOf } from '#test/rehearse/stage/permits.ts';
import { resolved } from '#test/rehearse/stage/resolve.ts';
import { matches } from '#test/rehearse/stage/streams.ts';

const rates = { 'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': ['R#*'] } };
const att = (of: string) => ({ 'Fn::GetAtt': of.split('.') });

const template: Template = {
  Resources: {
    Table: { Type: 'AWS::DynamoDB::Table', Properties: {} },
    ShowRole: {
      Type: 'AWS::IAM::Role',
      Properties: {
        Policies: [
          {
            PolicyDocument: {
              Statement: [
                { Effect: 'Allow', Action: ['dynamodb:GetItem'], Resource: [att('Table.Arn')] },
                { Effect: 'Allow', Action: 'dynamodb:UpdateItem', Resource: att('Table.Arn'), Condition: rates },
                { Effect: 'Allow', Action: 'secretsmanager:GetSecretValue', Resource: { Ref: 'PublicKeys' } },
              ],
            },
          },
        ],
      },
    },
    ShowFunction: { Type: 'AWS::Lambda::Function', Properties: {} },
  },
};
const made = new Map([
  ['Table', 'svc-prod'],
  ['PublicKeys', 'arn:of:public'],
  ['SigningKeys', 'arn:of:signing'],
  ['ShowFunction', 'svc-prod-show'],
]);

const table = (action: string) => `DynamoDB_20120810.${action}`;
const item = { TableName: 'svc-prod', Key: { pk: { S: 'ACC#1' }, sk: { S: 'A' } } };
const window = { ...item, Key: { pk: { S: 'R#1' }, sk: { S: 'A' } } };

test.each([
  ['ShowRole', table('GetItem'), item, undefined],
  ['ShowRole', table('UpdateItem'), window, undefined],
  ['ShowRole', table('UpdateItem'), item, 'dynamodb:UpdateItem on Table by ShowRole'],
  [
    'ShowRole',
    table('TransactWriteItems'),
    { TransactItems: [{ Put: item }] },
    'dynamodb:PutItem on Table by ShowRole',
  ],
  ['ShowRole', 'secretsmanager.GetSecretValue', { SecretId: 'arn:of:public' }, undefined],
  [
    'ShowRole',
    'secretsmanager.GetSecretValue',
    { SecretId: 'arn:of:signing' },
    'secretsmanager:GetSecretValue on SigningKeys by ShowRole',
  ],
  ['ShowRole', 'POST /v2/email/outbound-emails', {}, expect.stringMatching(/^ses:SendEmail on .* by ShowRole$/)],
  ['ShowRole', 'AmazonSQS.SendMessage', {}, 'AmazonSQS.SendMessage on  by ShowRole'],
  ['rehearsal', table('PutItem'), item, undefined],
])('the rehearsal holds %s to its role at %s of %j', (signer, operation, input, lacking) => {
  const call = { signer, operation, body: Buffer.from(JSON.stringify(input)) };
  expect(permitsOf(template, made)(call)).toEqual(lacking);
});

test('the rehearsal tells functions the names of what was made', () => {
  const variables = {
    SVC_TABLE: { Ref: 'Table' },
    MACHINE: { 'Fn::Sub': 'arn:${AWS::Partition}:states:${AWS::Region}:${AWS::AccountId}:of-${ShowFunction.Arn}' },
    PLAIN: 'as it is',
  };
  const arn = 'arn:aws:lambda:ap-south-1:123456789012:function:svc-prod-show';
  expect(resolved(variables, template, made)).toEqual({
    SVC_TABLE: 'svc-prod',
    MACHINE: `arn:aws:states:ap-south-1:123456789012:of-${arn}`,
    PLAIN: 'as it is',
  });
  expect(() => resolved({ Ref: 'Lost' }, template, made)).toThrow('Lost of the template was not made');
});

test.each([
  ['INSERT', 'MAIL#1', true],
  ['MODIFY', 'MAIL#1', false],
  ['INSERT', 'DOC#1', false],
])('the rehearsal gives a reader of the stream the records of its filter: %s %s', (eventName, pk, isWanted) => {
  const pattern = { eventName: ['INSERT'], dynamodb: { Keys: { pk: { S: [{ prefix: 'MAIL#' }] } } } };
  expect(matches(pattern, { eventName, dynamodb: { Keys: { pk: { S: pk } } } })).toBe(isWanted);
});
