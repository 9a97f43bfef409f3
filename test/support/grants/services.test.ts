import { expect, test } from 'vitest';
import { deliversLogs } from '#lib/deploy/operations/logs.ts';
import { functionRole, role } from '#lib/deploy/roles.ts';
import { arnOf, type Resource, type Template } from '#lib/deploy/template.ts';
import { wrongOfServices } from './services.ts';

const invoke = (...ids: string[]) =>
  ({ Effect: 'Allow', Action: 'lambda:InvokeFunction', Resource: ids.map(arnOf) }) as const;
const keeps = { Effect: 'Allow', Action: 'sqs:SendMessage', Resource: arnOf('FailedWork') } as const;
const reads = {
  Effect: 'Allow',
  Action: ['DescribeStream', 'GetRecords', 'GetShardIterator', 'ListStreams'].map((name) => `dynamodb:${name}`),
  Resource: { 'Fn::GetAtt': ['Table', 'StreamArn'] },
} as const;

const lambda = (roleId: string, more = {}): Resource => ({
  Type: 'AWS::Lambda::Function',
  Properties: { Role: { 'Fn::Sub': `\${${roleId}.Arn}` }, LoggingConfig: { LogGroup: { Ref: 'Logs' } }, ...more },
});

const task = (FunctionName: string, Resource = 'arn:aws:states:::lambda:invoke') => ({
  Type: 'Task',
  Resource,
  Arguments: { FunctionName },
});
const definition = {
  States: {
    Boot: task('${boot}', 'arn:aws:states:::lambda:invoke.waitForTaskToken'),
    Both: { Type: 'Parallel', Branches: [{ States: { Undo: task('${undo}') } }] },
  },
};

const machine = (of: object): Resource => ({
  Type: 'AWS::StepFunctions::StateMachine',
  Properties: {
    RoleArn: arnOf('MachineRole'),
    DefinitionString: JSON.stringify(of),
    DefinitionSubstitutions: { boot: arnOf('Boot'), undo: arnOf('Undo') },
    LoggingConfiguration: {},
  },
});

const integration = {
  credentials: arnOf('ApiRole'),
  uri: { 'Fn::Sub': 'arn:x:lambda:path/2015-03-31/functions/${Boot.Arn}/invocations' },
};

/** A stack with one of everything that a service of AWS acts for, and with the roles that it takes. */
const whole = (): Record<string, Resource> => ({
  Boot: lambda('PlainRole'),
  Undo: lambda('StreamRole', { DeadLetterConfig: { TargetArn: arnOf('FailedWork') } }),
  PlainRole: functionRole([], {}, { Ref: 'Logs' }),
  StreamRole: functionRole(['a', 'b'], { a: [keeps], b: [reads] }, { Ref: 'Logs' }),
  Mapping: {
    Type: 'AWS::Lambda::EventSourceMapping',
    Properties: {
      FunctionName: arnOf('Undo'),
      EventSourceArn: reads.Resource,
      DestinationConfig: { OnFailure: { Destination: arnOf('FailedWork') } },
    },
  },
  Schedule: {
    Type: 'AWS::Scheduler::Schedule',
    Properties: {
      Target: { Arn: arnOf('Boot'), RoleArn: arnOf('SchedulerRole'), DeadLetterConfig: { Arn: arnOf('FailedWork') } },
    },
  },
  SchedulerRole: role('scheduler', [invoke('Boot'), keeps]),
  Machine: machine(definition),
  MachineRole: role('states', [invoke('Boot', 'Undo'), deliversLogs]),
  Api: {
    Type: 'AWS::ApiGatewayV2::Api',
    Properties: { Body: { components: { 'x-amazon-apigateway-integrations': { Boot: integration } } } },
  },
  ApiRole: role('apigateway', [], [{ Ref: 'ApiPolicy' }]),
  ApiPolicy: { Type: 'AWS::IAM::ManagedPolicy', Properties: { PolicyDocument: { Statement: [invoke('Boot')] } } },
});

const wrong = (changed: Template['Resources'] = {}) => wrongOfServices({ Resources: { ...whole(), ...changed } });

test('a stack whose services may do what they do and nothing else has nothing wrong', () => {
  expect(wrong()).toEqual([]);
});

const unknown = task('${boot}', 'arn:aws:states:::sqs:sendMessage');

test.each<[string, Template['Resources'], string[]]>([
  [
    'a task that the workflow may not invoke, within another state',
    { MachineRole: role('states', [invoke('Boot'), deliversLogs]) },
    ['MachineRole lacks lambda:InvokeFunction on Undo'],
  ],
  [
    'a function that the workflow may invoke and never does',
    { Machine: machine({ States: { Boot: definition.States.Boot } }) },
    ['MachineRole has lambda:InvokeFunction on Undo, which nothing needs'],
  ],
  [
    'a task that is no function',
    { Machine: machine({ States: { ...definition.States, Send: unknown } }) },
    ['MachineRole lacks arn:aws:states:::sqs:sendMessage on Boot'],
  ],
  [
    'a workflow that may not deliver its logs',
    { MachineRole: role('states', [invoke('Boot', 'Undo')]) },
    [deliversLogs.Action].flat().map((action) => `MachineRole lacks ${action} on *`),
  ],
  [
    'a schedule of a function that the scheduler may not invoke',
    { SchedulerRole: role('scheduler', [keeps]) },
    ['SchedulerRole lacks lambda:InvokeFunction on Boot'],
  ],
  [
    'a queue that the scheduler may not write to',
    { SchedulerRole: role('scheduler', [invoke('Boot')]) },
    ['SchedulerRole lacks sqs:SendMessage on FailedWork'],
  ],
  [
    'a function that an API may invoke, and that is on none of its routes',
    {
      ApiPolicy: {
        Type: 'AWS::IAM::ManagedPolicy',
        Properties: { PolicyDocument: { Statement: [invoke('Boot', 'Undo')] } },
      },
    },
    ['ApiRole has lambda:InvokeFunction on Undo, which nothing needs'],
  ],
  [
    'a reader of the stream that may not read it',
    { StreamRole: functionRole(['a'], { a: [keeps] }, { Ref: 'Logs' }) },
    reads.Action.map((action) => `StreamRole lacks ${action} on Table.StreamArn`),
  ],
  [
    'a function that may read the stream, and is no reader of it',
    { PlainRole: functionRole(['a'], { a: [reads] }, { Ref: 'Logs' }) },
    reads.Action.map((action) => `PlainRole has ${action} on Table.StreamArn, which nothing needs`),
  ],
  [
    'a role for another service',
    { SchedulerRole: role('events', [invoke('Boot'), keeps]) },
    ['SchedulerRole is not for scheduler'],
  ],
  ["a role that is nobody's", { Other: role('states', []) }, ["Other is nobody's"]],
])('%s is wrong', (_what, changed, lines) => {
  expect(wrong(changed)).toEqual(lines);
});
