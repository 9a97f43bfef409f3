import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { Validator } from '@seriousme/openapi-schema-validator';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { deliversLogs } from '#lib/deploy/operations/logs.ts';
import { arnOf, type Resource, type Statement, type Template } from '#lib/deploy/template.ts';
import { bodyOf, routesOf } from './routes-of.ts';
import { makeService, type Service, things } from './service.ts';

let service: Service;
let [template, said]: [Template, string] = [{ Resources: {} }, ''];

const resource = (id: string): Resource => template.Resources[id]!;
const named = (key: string) => ({
  'Fn::Sub': `arn:\${AWS::Partition}:lambda:\${AWS::Region}:\${AWS::AccountId}:function:svc-test-${key}`,
});
const statements = (id: string) =>
  ((resource(id).Properties.Policies as { PolicyDocument: { Statement: Statement[] } }[]) ?? []).flatMap(
    ({ PolicyDocument }) => PolicyDocument.Statement,
  );

beforeAll(async () => {
  service = makeService(things);
  const { code, output } = await service.package();
  expect(output).toMatch(/^ {2}routes of an HTTP API +6 of 285 +HttpApi$/m);
  expect(code).toBe(0);
  said = output;
  template = service.template();
});

afterAll(() => service.remove());

describe('the stack', () => {
  test('holds one resource for each function and few beside them', () => {
    const types = Object.values(template.Resources).map(({ Type }) => Type.replace('AWS::', ''));
    const counts = Object.fromEntries(
      [...new Set(types)].map((type) => [type, types.filter((t) => t === type).length]),
    );
    expect(counts).toEqual({
      'Lambda::Function': 11,
      'IAM::Role': 7 + 4,
      'IAM::ManagedPolicy': 2,
      'ApiGatewayV2::Api': 3,
      'ApiGatewayV2::Stage': 3,
      'ApiGatewayV2::Integration': 2,
      'ApiGatewayV2::Route': 2,
      'DynamoDB::Table': 1,
      'SecretsManager::Secret': 4,
      'Logs::LogGroup': 3,
      'Logs::MetricFilter': 2,
      'SQS::Queue': 1,
      'SNS::Topic': 1,
      'CloudWatch::Alarm': 23,
      'CloudWatch::Dashboard': 1,
      'StepFunctions::StateMachine': 1,
      'Scheduler::Schedule': 1,
      'S3::Bucket': 1,
      'S3::BucketPolicy': 1,
    });
    expect(JSON.stringify(template)).not.toContain('DependsOn');
  });

  test('has every route of functions.yml in the body of the API, each with its function, and GET as ANY', () => {
    const { paths } = bodyOf(template, 'HttpApi');
    expect(routesOf(template, 'HttpApi')).toEqual([
      ['x-amazon-apigateway-any-method', '/$default', 'NotFoundLambdaFunction', undefined],
      ['x-amazon-apigateway-any-method', '/any/{path+}', 'AnyThingLambdaFunction', 'anyThing'],
      ['post', '/login', 'LogInLambdaFunction', 'logIn'],
      ['post', '/register', 'RegisterLambdaFunction', 'register'],
      ['x-amazon-apigateway-any-method', '/things/{id}', 'ShowThingLambdaFunction', 'showThing'],
      ['post', '/things/{id}', 'LaunchThingLambdaFunction', 'launchThing'],
    ]);
    expect(paths['/things/{id}']?.['x-amazon-apigateway-any-method']?.parameters).toEqual([
      { name: 'id', in: 'path', required: true, schema: { type: 'string' } },
    ]);
    expect(paths['/$default']?.['x-amazon-apigateway-any-method']).toMatchObject({ isDefaultRoute: true });
  });

  test('has the routes of hosts on an API of their own, and none of them on that of clients', () => {
    expect(routesOf(template, 'HostApi')).toEqual([
      ['post', '/hosts/self/heartbeat', 'BeatHostLambdaFunction', 'beatHost'],
      ['get', '/hosts/self/jobs', 'ListHostJobsLambdaFunction', 'listHostJobs'],
    ]);
    const { RouteSettings: _, ...shared } = resource('HttpApiStage').Properties;
    expect(shared.DefaultRouteSettings).toMatchObject({ ThrottlingRateLimit: 500 });
    const DefaultRouteSettings = { DetailedMetricsEnabled: true, ThrottlingRateLimit: 700, ThrottlingBurstLimit: 1400 };
    expect(resource('HostApiStage').Properties).toEqual({ ...shared, ApiId: { Ref: 'HostApi' }, DefaultRouteSettings });
    expect(template.Outputs?.HostApiUrl).toMatchObject({ Value: { 'Fn::GetAtt': ['HostApi', 'ApiEndpoint'] } });
  });

  test('gives nobody but functions any right on the table', () => {
    const managed = Object.entries(template.Resources).filter(([, { Type }]) => Type === 'AWS::IAM::ManagedPolicy');
    expect(managed.map(([id]) => id)).toEqual(['HttpApiInvokePolicy1', 'HostApiInvokePolicy1']);
  });

  test.each(['HttpApi', 'HostApi'])('has a body of %s that is OpenAPI 3.0', async (api) => {
    const resolved = JSON.stringify(resource(api).Properties.Body, (_key, value) =>
      value?.['Fn::Sub'] || value?.['Fn::GetAtt'] ? 'arn' : value,
    );
    expect(await new Validator().validate(JSON.parse(resolved))).toEqual({ valid: true });
  });

  test('gives functions of one set of grants one role, in whatever order they name them', () => {
    const roleOf = (id: string) => (resource(id).Properties.Role as { 'Fn::Sub': string })['Fn::Sub'];
    expect(roleOf('ShowThingLambdaFunction')).toBe(`\${TableRateTableReadRole.Arn}`);
    expect(roleOf('AnyThingLambdaFunction')).toBe(roleOf('ShowThingLambdaFunction'));
    expect(roleOf('NotFoundLambdaFunction')).toBe(`\${LogsOnlyRole.Arn}`);
    expect(statements('LogsOnlyRole').flatMap(({ Action }) => Action)).toEqual([
      'logs:CreateLogStream',
      'logs:PutLogEvents',
    ]);
  });

  test('lets a reading role write nothing but rate windows, and when an access key was last used', () => {
    const writes = statements('TableRateTableReadRole').filter(({ Action }) =>
      /Put|Update|Delete/.test(String(Action)),
    );
    const ofKeys = { 'dynamodb:Attributes': ['pk', 'sk', 'last_used_at'] };
    expect(writes.map(({ Action, Condition }) => [Action, Condition])).toEqual([
      [['logs:CreateLogStream', 'logs:PutLogEvents'], undefined],
      ['dynamodb:UpdateItem', { 'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': ['R#*'] } }],
      ['dynamodb:UpdateItem', expect.objectContaining({ 'ForAllValues:StringEquals': ofKeys })],
    ]);
  });

  test('has no wildcard in any action, and no resource that is everything', () => {
    const policies = Object.values(template.Resources).flatMap(({ Type, Properties }) => {
      if (Type === 'AWS::IAM::ManagedPolicy') return [Properties.PolicyDocument as { Statement: Statement[] }];
      const inline = (Type === 'AWS::IAM::Role' && Properties.Policies) || [];
      return (inline as { PolicyDocument: { Statement: Statement[] } }[]).map(({ PolicyDocument }) => PolicyDocument);
    });
    const all = policies.flatMap(({ Statement }) => Statement);
    expect(all.length).toBeGreaterThan(10);
    expect(all.flatMap(({ Action }) => Action).filter((action) => action.includes('*'))).toEqual([]);
    // AWS has no narrower resource for what delivers the logs of workflows.
    expect(all.filter(({ Resource }) => [Resource].flat().includes('*'))).toEqual([deliversLogs]);
  });

  test.each([
    ['HttpApi', ['AnyThing', 'LaunchThing', 'LogIn', 'NotFound', 'Register', 'ShowThing']],
    ['HostApi', ['BeatHost', 'ConnectHostBell', 'ListHostJobs']],
  ])('lets %s invoke its own functions, and neither a task nor a scheduled task', (api, names) => {
    const { PolicyDocument } = resource(`${api}InvokePolicy1`).Properties;
    const { Statement } = PolicyDocument as { Statement: Statement[] };
    expect(Statement.map((one) => one.Resource)).toEqual([names.map((name) => arnOf(`${name}LambdaFunction`))]);
    expect(resource(`${api}InvokeRole`).Properties.ManagedPolicyArns).toEqual([{ Ref: `${api}InvokePolicy1` }]);
    expect(JSON.stringify(resource(api).Properties.Body)).toContain(`${api}InvokeRole`);
  });

  test('has the workflow, which may call its task alone', () => {
    const { DefinitionString, ...machine } = resource('LaunchThingStateMachine').Properties;
    const task = arnOf('LaunchThingBootLambdaFunction');
    expect(machine).toMatchObject({
      StateMachineName: 'svc-test-launch-thing',
      DefinitionSubstitutions: { launchThingBoot: task },
    });
    expect(JSON.parse(String(DefinitionString)).States.Boot.Arguments).toEqual({
      FunctionName: `\${launchThingBoot}`,
      Payload: '{% $states.input %}',
    });
    expect(statements('LaunchThingStateMachineRole')).toEqual([
      { Effect: 'Allow', Action: 'lambda:InvokeFunction', Resource: [named('launchThingBoot')] },
      deliversLogs,
    ]);
  });

  test("names the table to all functions, and the workflow's ARN to those that may start it", () => {
    const told = Object.fromEntries(
      Object.entries(template.Resources)
        .filter(([, { Type }]) => Type === 'AWS::Lambda::Function')
        .map(([id, { Properties }]) => [id, (Properties.Environment as { Variables: object }).Variables]),
    );
    const arn = `arn:\${AWS::Partition}:states:\${AWS::Region}:\${AWS::AccountId}:stateMachine:svc-test-launch-thing`;
    const both = { ...told.ShowThingLambdaFunction, STATE_MACHINE_LAUNCH_THING: { 'Fn::Sub': arn } };
    expect([told.LaunchThingLambdaFunction, told.OutboxScheduleLambdaFunction]).toEqual([both, both]);
    expect(told.ShowThingLambdaFunction).toMatchObject({
      SVC_TABLE: { Ref: 'Table' },
      SVC_JWKS: { Ref: 'PublicKeys' },
    });
  });

  test('lets the scheduler invoke the scheduled task, and logs to one group', () => {
    const [schedule] = Object.values(template.Resources).filter(({ Type }) => Type === 'AWS::Scheduler::Schedule');
    expect(schedule?.Properties).toMatchObject({
      ScheduleExpression: 'rate(1 minute)',
      Target: { RoleArn: { 'Fn::GetAtt': ['SchedulerInvokeRole', 'Arn'] } },
    });
    expect(statements('SchedulerInvokeRole').flatMap((one) => one.Resource)).toEqual([
      named('outboxSchedule'),
      arnOf('FailedWork'),
    ]);
    expect(resource('LogInLambdaFunction').Properties.LoggingConfig).toEqual({
      LogFormat: 'Text',
      LogGroup: { Ref: 'FunctionLogGroup' },
    });
  });

  test.skipIf(spawnSync('cfn-lint', ['--version']).status !== 0)('passes cfn-lint without a word', () => {
    const file = join(service.dir, '.serverless/cloudformation-template-update-stack.json');
    expect(spawnSync('cfn-lint', [file], { encoding: 'utf8' })).toMatchObject({ status: 0, stdout: '' });
  });
});

describe('what operating the stack takes', () => {
  test('limits of requests: of a stage, and of a route that has one of its own', () => {
    const { DefaultRouteSettings, RouteSettings, AccessLogSettings } = resource('HttpApiStage').Properties;
    expect(DefaultRouteSettings).toEqual({
      DetailedMetricsEnabled: true,
      ThrottlingRateLimit: 500,
      ThrottlingBurstLimit: 1000,
    });
    const own = { DetailedMetricsEnabled: true, ThrottlingRateLimit: 5, ThrottlingBurstLimit: 10 };
    expect(RouteSettings).toEqual({ 'POST /login': own });
    expect(AccessLogSettings).toMatchObject({ DestinationArn: { 'Fn::GetAtt': ['AccessLogGroup', 'Arn'] } });
  });

  test('a queue for what fails while nobody waits, which the scheduler and the function may use', () => {
    const queue = arnOf('FailedWork');
    const [schedule] = Object.values(template.Resources).filter(({ Type }) => Type === 'AWS::Scheduler::Schedule');
    expect(schedule?.Properties.Target).toMatchObject({ DeadLetterConfig: { Arn: queue } });
    expect(resource('OutboxScheduleLambdaFunction').Properties.DeadLetterConfig).toEqual({ TargetArn: queue });
    for (const id of ['SchedulerInvokeRole', 'FailuresKeepSfnAllTableWriteRole']) {
      expect(statements(id)).toContainEqual({ Effect: 'Allow', Action: 'sqs:SendMessage', Resource: queue });
    }
  });

  test('reserves room for what hashes passwords, for hosts and workflows, but for nothing by `none`', () => {
    const reserved = Object.entries(template.Resources).map(
      ([id, one]) => [id, one.Properties.ReservedConcurrentExecutions] as const,
    );
    expect(Object.fromEntries(reserved.filter(([, count]) => count !== undefined))).toEqual({
      LogInLambdaFunction: 30,
      RegisterLambdaFunction: 30,
      BeatHostLambdaFunction: 7,
      ConnectHostBellLambdaFunction: 7,
      ListHostJobsLambdaFunction: 7,
      LaunchThingBootLambdaFunction: 5,
    });
    expect(said).toContain("The stack reserves 86 concurrent executions; 100 of the account's must be left.");
  });

  test('what cannot be made again is kept, but for a first deployment that is undone', () => {
    const kept = Object.entries(template.Resources).filter(([, { DeletionPolicy }]) => DeletionPolicy);
    expect(kept.map(([id]) => id).sort()).toEqual(['GatewayKeys', 'PublicKeys', 'SealingKeys', 'SigningKeys', 'Table']);
    for (const [, one] of kept)
      expect(one).toMatchObject({ DeletionPolicy: 'RetainExceptOnCreate', UpdateReplacePolicy: 'Retain' });
    const recovery = { PointInTimeRecoveryEnabled: true };
    expect(resource('Table').Properties).toMatchObject({ PointInTimeRecoverySpecification: recovery });
  });
});
