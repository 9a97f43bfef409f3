import type { Resource } from '#lib/deploy/template.ts';
import type { Watched } from './alarms.ts';

type Line = readonly unknown[];

const widget = (title: string, metrics: readonly Line[], stat = 'Sum') => ({
  type: 'metric',
  width: 8,
  height: 6,
  properties: { title, region: '${AWS::Region}', view: 'timeSeries', period: 300, stat, metrics },
});

/** A dashboard of what the alarms look at: requests, functions, table, workflows, and work that failed. */
export function dashboardOf({ stack, httpApiId, machineIds, schedules, streamIds }: Watched): Resource {
  const api = (name: string): Line[] => [
    ['AWS/ApiGateway', name, 'ApiId', `\${${httpApiId}}`, { label: 'clients' }],
    ['AWS/ApiGateway', name, 'ApiId', '${HostApi}', { label: 'hosts' }],
  ];
  const table = (name: string): Line => ['AWS/DynamoDB', name, 'TableName', '${Table}'];
  const machines = (name: string) => machineIds.map((id): Line => ['AWS/States', name, 'StateMachineArn', `\${${id}}`]);
  const functions = (ids: readonly string[], name: string) =>
    ids.map((id): Line => ['AWS/Lambda', name, 'FunctionName', `\${${id}}`]);
  const widgets = [
    widget('Requests', api('Count')),
    widget('5xx', api('5xx')),
    widget('Latency, p99 (ms)', api('Latency'), 'p99'),
    widget('Functions refused', [['AWS/Lambda', 'Throttles']]),
    widget('Functions at once', [['AWS/Lambda', 'ConcurrentExecutions']], 'Maximum'),
    widget('Errors logged', [
      [stack, 'LoggedErrors'],
      [stack, 'LedgerDifferences'],
    ]),
    widget('Table, units used', [table('ConsumedReadCapacityUnits'), table('ConsumedWriteCapacityUnits')]),
    widget('Table, refused', [table('ReadThrottleEvents'), table('WriteThrottleEvents')]),
    widget('Stream, behind (ms)', functions(streamIds, 'IteratorAge'), 'Maximum'),
    widget('Workflows started', machines('ExecutionsStarted')),
    widget('Workflows failed', machines('ExecutionsFailed')),
    widget('Schedules', functions(Object.values(schedules), 'Invocations')),
  ];
  const DashboardBody = { 'Fn::Sub': JSON.stringify({ widgets }) };
  return { Type: 'AWS::CloudWatch::Dashboard', Properties: { DashboardName: stack, DashboardBody } };
}
