import type { Measure } from '#lib/model/platform/measured.ts';
import type { Alarm, Metric } from './alarm.ts';

/** What alarms look at: logical ids of the stack's resources. */
export interface Watched {
  stack: string;
  httpApiId: string;
  machineIds: readonly string[];
  /** Scheduled functions whose silence is an alarm, by their key. */
  schedules: Readonly<Record<string, string>>;
  /** Functions on the table's stream. */
  streamIds: readonly string[];
  /** Requests a second that the API lets in. */
  rate: number;
}

const metric =
  (namespace: string, dimension: string) =>
  (id: string, name: string, stat: Metric['stat'] = 'Sum', more: Metric['dimensions'] = {}): Metric => ({
    namespace: `AWS/${namespace}`,
    name,
    stat,
    dimensions: { [dimension]: { Ref: id }, ...more },
  });
const ofApi = metric('ApiGateway', 'ApiId');
const ofFunction = metric('Lambda', 'FunctionName');
const ofTable = metric('DynamoDB', 'TableName');
const ofMachine = metric('States', 'StateMachineArn');

/** The metrics that the functions' log lines are counted as, and the lines. */
export const loggedMetrics = {
  LoggedErrors: '{ $.level = "error" }',
} as const;

/** The metrics that lines of the access log are counted as, and the lines: the gateway has no metric of its 429s. */
export const accessMetrics = {
  HostApiThrottled: { 'Fn::Sub': '{ $.api = "${HostApi}" && $.status = "429" }' },
} as const;

/** Every alarm of the stack. */
export const alarmsOf = (watched: Watched): Alarm[] => [
  ...ofRequests(watched),
  ...ofHosts(watched),
  ...ofFunctions(watched),
  ...ofTheTable(watched),
  ...ofWorkflows(watched),
  ...ofMail(),
];

function ofRequests({ stack, httpApiId, rate }: Watched): Alarm[] {
  const minutes = 5;
  const near = Math.round(rate * 300 * 0.8);
  return [
    { name: 'api-errors', says: 'the API answers 5xx', metrics: [ofApi(httpApiId, '5xx')], threshold: 10, minutes },
    {
      name: 'api-slow',
      says: 'one request of a hundred takes over ten seconds',
      metrics: [ofApi(httpApiId, 'Latency', 'p99')],
      threshold: 10_000,
      minutes,
      periods: 3,
    },
    {
      name: 'api-busy',
      says: 'requests come near the limit of the stage',
      metrics: [ofApi(httpApiId, 'Count')],
      threshold: near,
      minutes,
    },
    {
      name: 'host-api-errors',
      says: 'the host API answers 5xx',
      metrics: [ofApi('HostApi', '5xx')],
      threshold: 10,
      minutes,
    },
    {
      name: 'host-api-throttled',
      says: 'the host API answers 429',
      metrics: [{ namespace: stack, name: 'HostApiThrottled', stat: 'Sum' }],
      threshold: 10,
      minutes,
    },
  ];
}

/** What the hosts schedule counts each minute. */
function ofHosts({ stack }: Watched): Alarm[] {
  const measured = (name: Measure): Metric[] => [{ namespace: stack, name, stat: 'Maximum' }];
  const minutes = 5;
  const threshold = 1;
  return [
    {
      name: 'host-silent',
      says: 'a host was not heard for a minute',
      metrics: measured('HostsSilent'),
      threshold,
      minutes,
    },
    { name: 'host-lost', says: 'a host counts as lost', metrics: measured('HostsLost'), threshold, minutes },
    {
      name: 'capacity-short',
      says: 'hosts have almost no room for machines of some size',
      metrics: measured('ClassesShort'),
      threshold,
      minutes,
    },
    {
      name: 'schedule-unfinished',
      says: 'a schedule did not come to its end in time',
      metrics: measured('SchedulesUnfinished'),
      threshold,
      minutes,
      always: true,
    },
    {
      name: 'outbox-old',
      says: 'a workflow should have started five minutes ago',
      metrics: measured('OutboxAge'),
      threshold: 300,
      minutes,
    },
  ];
}

function ofFunctions({ stack, schedules, streamIds }: Watched): Alarm[] {
  const counted = (name: keyof typeof loggedMetrics | Measure): Metric => ({ namespace: stack, name, stat: 'Sum' });
  const throttles: Metric = { namespace: 'AWS/Lambda', name: 'Throttles', stat: 'Sum' };
  const behind = streamIds.map((id) => ofFunction(id, 'IteratorAge', 'Maximum'));
  const minutes = 5;
  const silent = Object.entries(schedules).map(
    ([key, id]): Alarm => ({
      name: `${key}-silent`,
      says: `${key} did not run for ten minutes`,
      metrics: [ofFunction(id, 'Invocations')],
      threshold: 1,
      below: true,
      minutes: 10,
    }),
  );
  return [
    { name: 'functions-throttled', says: 'Lambda refuses invocations', metrics: [throttles], threshold: 10, minutes },
    { name: 'errors-logged', says: 'functions log errors', metrics: [counted('LoggedErrors')], threshold: 10, minutes },
    {
      name: 'ledger-differences',
      says: 'the books of an account do not agree',
      metrics: [counted('LedgerDifferences')],
      threshold: 1,
      minutes,
    },
    { name: 'work-failed', says: 'work that nobody waits for failed', metrics: [failedWork], threshold: 1, minutes },
    ...(behind.length === 0
      ? []
      : [
          {
            name: 'stream-behind',
            says: "readers of the table's stream are five minutes behind",
            metrics: behind,
            of: 'MAX',
            threshold: 300_000,
            minutes,
          } as const,
        ]),
    ...silent,
  ];
}

const failedWork: Metric = {
  namespace: 'AWS/SQS',
  name: 'ApproximateNumberOfMessagesVisible',
  stat: 'Maximum',
  dimensions: { QueueName: { 'Fn::GetAtt': ['FailedWork', 'QueueName'] } },
};

function ofTheTable({ stack }: Watched): Alarm[] {
  const index = { GlobalSecondaryIndexName: 'gsi1' };
  const throttled = ['ReadThrottleEvents', 'WriteThrottleEvents'].flatMap((name) => [
    ofTable('Table', name),
    ofTable('Table', name, 'Sum', index),
  ]);
  const failed = ['BatchGetItem', 'Query', 'TransactWriteItems', 'UpdateItem'].map((Operation) =>
    ofTable('Table', 'SystemErrors', 'Sum', { Operation }),
  );
  return [
    {
      name: 'table-throttled',
      says: 'DynamoDB refuses for lack of throughput',
      metrics: throttled,
      threshold: 10,
      minutes: 5,
    },
    { name: 'table-errors', says: 'DynamoDB fails', metrics: failed, threshold: 5, minutes: 5 },
    {
      name: 'records-unfit',
      says: 'stored records do not fit their schemas',
      metrics: [{ namespace: stack, name: 'RecordsUnfit' satisfies Measure, stat: 'Sum' }],
      threshold: 1,
      minutes: 5,
    },
  ];
}

function ofWorkflows({ machineIds }: Watched): Alarm[] {
  const all = (name: string) => machineIds.map((id) => ofMachine(id, name));
  const minutes = 15;
  return [
    { name: 'workflows-failed', says: 'workflows fail', metrics: all('ExecutionsFailed'), threshold: 10, minutes },
    {
      name: 'workflows-timed-out',
      says: 'a workflow timed out',
      metrics: all('ExecutionsTimedOut'),
      threshold: 1,
      minutes,
    },
    {
      name: 'workflows-throttled',
      says: 'Step Functions slow workflows down',
      metrics: all('ExecutionThrottled'),
      threshold: 10,
      minutes,
    },
  ];
}

function ofMail(): Alarm[] {
  const rate = (name: string): Metric => ({ namespace: 'AWS/SES', name: `Reputation.${name}Rate`, stat: 'Average' });
  return [
    {
      name: 'mail-bounces',
      says: 'one mail in twenty bounces',
      metrics: [rate('Bounce')],
      threshold: 0.05,
      minutes: 60,
    },
    {
      name: 'mail-complaints',
      says: 'one mail in a thousand is called spam',
      metrics: [rate('Complaint')],
      threshold: 0.001,
      minutes: 60,
    },
  ];
}
