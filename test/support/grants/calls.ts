import type { Called } from './evaluate.ts';

// biome-ignore lint/suspicious/noExplicitAny: inputs of many commands
type Input = any;

const table = 'Table';

/** What each command of DynamoDB asks IAM for. A transaction needs the permissions of each of its writes. */
const commands: Record<string, (input: Input) => Called[]> = {
  GetCommand: () => [read('GetItem')],
  BatchGetCommand: () => [read('BatchGetItem')],
  TransactGetCommand: () => [read('GetItem')],
  QueryCommand: ({ IndexName }) => [read('Query', IndexName ? `${table}/index/${IndexName}` : table)],
  ScanCommand: () => [read('Scan')],
  PutCommand: (input) => [write('PutItem', input)],
  UpdateCommand: (input) => [write('UpdateItem', input)],
  DeleteCommand: (input) => [write('DeleteItem', input)],
  BatchWriteCommand: ({ RequestItems }) =>
    Object.values<Input[]>(RequestItems).flatMap((of) =>
      of.map((item) => write('BatchWriteItem', item.PutRequest ?? item.DeleteRequest)),
    ),
  TransactWriteCommand: ({ TransactItems }) =>
    (TransactItems as Input[]).flatMap((item) =>
      Object.entries<Input>(item).map(([kind, input]) =>
        write(kind === 'ConditionCheck' ? 'ConditionCheckItem' : `${kind}Item`, input),
      ),
    ),
  StartExecutionCommand: ({ stateMachineArn }) => [states('StartExecution', stateMachineArn)],
  DescribeExecutionCommand: ({ executionArn }) => [states('DescribeExecution', executionArn)],
  // The machine is known to the token alone.
  SendTaskSuccessCommand: () => [answer('SendTaskSuccess')],
  SendTaskFailureCommand: () => [answer('SendTaskFailure')],
  SendTaskHeartbeatCommand: () => [answer('SendTaskHeartbeat')],
};

/** The calls that a command of the AWS SDK is. One that is not known here is an action that no grant has. */
export const callsOf = (command: string, input: Input): Called[] =>
  commands[command]?.(input) ?? [{ action: command, resource: '' }];

/** The secrets, by the settings that name them: a function reads the setting whenever it needs the secret. */
const secrets: Record<string, string> = {
  SVC_SECRET_KEY_SECRET: 'SealingKeys',
  SVC_JWKS: 'PublicKeys',
  SVC_GATEWAY_SECRET: 'GatewayKeys',
};

/** The call that a function makes where it has read a setting; undefined for most settings. */
export function callOfSetting(name: string): Called | undefined {
  const resource = secrets[name];
  return resource === undefined ? undefined : { action: 'secretsmanager:GetSecretValue', resource };
}

const read = (action: string, resource = table): Called => ({ action: `dynamodb:${action}`, resource });

function write(action: string, { Key, Item, ...input }: Input): Called {
  const { UpdateExpression = '', ConditionExpression = '', ExpressionAttributeNames = {} } = input;
  const { ReturnValues = '', ReturnValuesOnConditionCheckFailure = '' } = input;
  // Names stand in expressions as they are, or behind a placeholder; functions and keywords are no names.
  const plain = `${UpdateExpression} ${ConditionExpression}`.match(/(?<![\w:#])[a-z_]\w*\b(?!\()/g) ?? [];
  const named = [...Object.keys(Item ?? Key ?? {}), ...plain, ...Object.values<string>(ExpressionAttributeNames)];
  // To dynamodb:Attributes what a call is shown counts as what it names: all of the item here.
  const isShownAll = [ReturnValues, ReturnValuesOnConditionCheckFailure].some((asked) => asked.startsWith('ALL_'));
  const names = isShownAll ? [...named, 'every attribute'] : named;
  const keys = { 'dynamodb:LeadingKeys': [(Item ?? Key)?.pk], 'dynamodb:Attributes': [...new Set(names)] };
  return { action: `dynamodb:${action}`, resource: table, keys };
}

/** Tests give the machines ARNs of several stacks. */
const states = (action: string, arn: string): Called => ({
  action: `states:${action}`,
  resource: arn.replace(/(:stateMachine:|:execution:)(?:[\w-]*-)?(\w+)(?=:|$)/, '$1svc-test-$2'),
});

const answer = (action: string): Called => ({
  action: `states:${action}`,
  resource: 'arn:aws:states:region:account:stateMachine:svc-test-any',
});
