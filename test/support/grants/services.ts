import type { Resource, Statement, Template } from '#lib/deploy/template.ts';
import { nameOf } from './evaluate.ts';

/** What an AWS service does as a role of the stack, since the template has it do so. */
interface Made {
  service: string;
  role: string;
  action: string;
  /** The logical id of what it is done to. */
  resource: string;
}

// biome-ignore lint/suspicious/noExplicitAny: properties of many types of resources
type Properties = any;

const invoke = 'lambda:InvokeFunction';
const poll = ['DescribeStream', 'GetRecords', 'GetShardIterator', 'ListStreams'].map((name) => `dynamodb:${name}`);
const log = ['logs:CreateLogStream', 'logs:PutLogEvents'];

/** What Step Functions needs so that it may write to a log group of one's own; AWS lets it name no resource. */
const deliver = [
  ...['CreateLogDelivery', 'DeleteLogDelivery', 'DescribeLogGroups', 'DescribeResourcePolicies', 'GetLogDelivery'],
  ...['ListLogDeliveries', 'PutResourcePolicy', 'UpdateLogDelivery'],
].map((name) => `logs:${name}`);

/** What each type of resource has its service do, as which role. */
const kinds: Record<string, (properties: Properties, roleOf: (functionId: string) => string) => Made[]> = {
  'AWS::Lambda::Function': ({ Role, LoggingConfig, DeadLetterConfig }) => [
    ...log.map((action) => as('lambda', Role, action, LoggingConfig.LogGroup)),
    ...(DeadLetterConfig ? [as('lambda', Role, 'sqs:SendMessage', DeadLetterConfig.TargetArn)] : []),
  ],
  // Its poller has the role of the function.
  'AWS::Lambda::EventSourceMapping': ({ FunctionName, EventSourceArn, DestinationConfig }, roleOf) => {
    const Role = { Ref: roleOf(nameOf(FunctionName)) };
    const read = poll.map((action) => as('lambda', Role, action, EventSourceArn));
    return [...read, as('lambda', Role, 'sqs:SendMessage', DestinationConfig.OnFailure.Destination)];
  },
  'AWS::Scheduler::Schedule': ({ Target }) => [
    as('scheduler', Target.RoleArn, Target.Arn['Fn::Sub'] ? 'states:StartExecution' : invoke, Target.Arn),
    as('scheduler', Target.RoleArn, 'sqs:SendMessage', Target.DeadLetterConfig.Arn),
  ],
  'AWS::ApiGatewayV2::Integration': ({ CredentialsArn, IntegrationUri }) =>
    CredentialsArn ? [as('apigateway', CredentialsArn, invoke, { Ref: functionIn(IntegrationUri) })] : [],
  // A WebSocket API has no document.
  'AWS::ApiGatewayV2::Api': ({ Body = { components: { 'x-amazon-apigateway-integrations': {} } } }) =>
    Object.values<Properties>(Body.components['x-amazon-apigateway-integrations']).map(({ credentials, uri }) =>
      as('apigateway', credentials, invoke, { Ref: functionIn(uri) }),
    ),
  'AWS::StepFunctions::StateMachine': ({ RoleArn, DefinitionString, DefinitionSubstitutions = {}, ...others }) => [
    ...tasksIn(JSON.parse(DefinitionString)).map(({ Resource, Arguments }) => {
      const [, key = ''] = /^\$\{(\w+)\}$/.exec(Arguments?.FunctionName) ?? [];
      const isInvoke = /^arn:aws:states:::lambda:invoke(\.waitForTaskToken)?$/.test(Resource);
      return as('states', RoleArn, isInvoke ? invoke : Resource, DefinitionSubstitutions[key] ?? { Ref: `no ${key}` });
    }),
    ...(others.LoggingConfiguration ? deliver.map((action) => as('states', RoleArn, action, '*')) : []),
  ],
};

/** The function that an integration invokes, by its logical id. */
const functionIn = (uri: Properties) => /\$\{(\w+)\.Arn\}/.exec(uri['Fn::Sub'])?.[1];

const as = (service: string, role: unknown, action: string, resource: unknown): Made => ({
  service,
  role: nameOf(role),
  action,
  resource: resource === '*' ? '*' : nameOf(resource),
});

/** The Task states of a definition, also those within others. */
function tasksIn(value: unknown): Properties[] {
  if (typeof value !== 'object' || value === null) return [];
  const inner = Object.values(value).flatMap(tasksIn);
  return 'Type' in value && value.Type === 'Task' ? [value, ...inner] : inner;
}

/**
 * Holds what the services of AWS do in a stack against the roles as which they do it, both ways, in lines: a call that
 * its role does not allow, a permission of such a role that no call needs, a role that another service takes on, and
 * one that is nobody's. Of the roles of functions, what functions do themselves is left out: recorder.ts is for that.
 */
export function wrongOfServices({ Resources }: Template): string[] {
  const roleOf = (functionId: string) => nameOf(Resources[functionId]?.Properties.Role);
  const made = Object.values(Resources).flatMap(({ Type, Properties }) => kinds[Type]?.(Properties, roleOf) ?? []);
  const byServices = new Set([...log, ...poll, 'sqs:SendMessage']);
  const roles = Object.entries(Resources).filter(([, { Type }]) => Type === 'AWS::IAM::Role');
  return roles.flatMap(([id, role]) => {
    const calls = made.filter((call) => call.role === id);
    const [service = ''] = takersOf(role);
    const asked = new Set(calls.map(({ action, resource }) => `${action} on ${resource}`));
    const all = permissionsOf(role, Resources).map((line) => withIds(line, Resources));
    const allowed = all.filter((line) => service !== 'lambda' || byServices.has(line.split(' ')[0] ?? ''));
    return [
      ...(calls.length === 0 ? [`${id} is nobody's`] : []),
      ...[...new Set(calls.map((call) => call.service))]
        .filter((one) => one !== service)
        .map((one) => `${id} is not for ${one}`),
      ...[...asked].filter((line) => !all.includes(line)).map((line) => `${id} lacks ${line}`),
      ...allowed.filter((line) => !asked.has(line)).map((line) => `${id} has ${line}, which nothing needs`),
    ];
  });
}

/** A permission on a function by its name, as one on its logical id. */
function withIds(line: string, resources: Template['Resources']): string {
  const [, before, name] = /^(.* on )arn:\*:lambda:\*:\*:function:([\w-]+)$/.exec(line) ?? [];
  if (name === undefined) return line;
  const [id] = Object.entries(resources).find(([, { Properties }]) => Properties.FunctionName === name) ?? [];
  return `${before}${id ?? name}`;
}

/** The services that may take a role on. */
const takersOf = ({ Properties }: Resource): string[] =>
  (Properties as Properties).AssumeRolePolicyDocument.Statement.map(({ Principal }: Properties) =>
    Principal.Service.replace('.amazonaws.com', ''),
  );

/** Every action on every resource that a role is allowed without a condition. */
function permissionsOf({ Properties }: Resource, resources: Template['Resources']): string[] {
  const { Policies = [], ManagedPolicyArns = [] } = Properties as Properties;
  const managed = ManagedPolicyArns.map((arn: unknown) => resources[nameOf(arn)]?.Properties);
  return [...Policies, ...managed]
    .flatMap(({ PolicyDocument }) => PolicyDocument.Statement as Statement[])
    .filter(({ Condition }) => Condition === undefined)
    .flatMap(({ Action, Resource }) =>
      [Action]
        .flat()
        .flatMap((action) =>
          [Resource].flat().map((resource) => `${action} on ${resource === '*' ? '*' : nameOf(resource)}`),
        ),
    );
}
