import { expect, test } from 'vitest';
import { makeRolesFirst } from '#lib/deploy/early-roles.ts';
import { role } from '#lib/deploy/roles.ts';
import type { Resource } from '#lib/deploy/template.ts';

const fn = { 'Fn::GetAtt': ['MailScheduleLambdaFunction', 'Arn'] };
const queue = { 'Fn::GetAtt': ['FailedWork', 'Arn'] };
const allowing = (service: string) =>
  role(service, [
    { Effect: 'Allow', Action: 'lambda:InvokeFunction', Resource: [fn] },
    { Effect: 'Allow', Action: 'sqs:SendMessage', Resource: queue },
  ]);
interface Policy {
  PolicyDocument: { Statement: { Resource: unknown }[] };
}
const resourcesOf = (one: Resource | undefined) =>
  ((one?.Properties.Policies ?? []) as Policy[]).flatMap(({ PolicyDocument }) =>
    PolicyDocument.Statement.map(({ Resource }) => Resource),
  );

test.each(['scheduler', 'states'])('the role of %s waits for no function, and may invoke the same', (service) => {
  const resources: Record<string, Resource> = {
    MailScheduleLambdaFunction: {
      Type: 'AWS::Lambda::Function',
      Properties: { FunctionName: 'svc-prod-mailSchedule' },
    },
    FailedWork: { Type: 'AWS::SQS::Queue', Properties: {} },
    One: allowing(service),
    Other: allowing('lambda'),
  };
  makeRolesFirst(resources);
  const arn = `arn:\${AWS::Partition}:lambda:\${AWS::Region}:\${AWS::AccountId}:function:svc-prod-mailSchedule`;
  expect(resourcesOf(resources.One)).toEqual([[{ 'Fn::Sub': arn }], queue]);
  expect(resourcesOf(resources.Other)).toEqual([[fn], queue]);
});
