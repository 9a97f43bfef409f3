import { arnOf, type Resource, type Statement } from '#lib/deploy/template.ts';
import { accessMetrics, loggedMetrics } from './alarms.ts';

/**
 * One line for each request of an API. It names the route and not the path, which may have a token in it; it has no
 * query string and no headers.
 */
const accessFormat = JSON.stringify({
  request_id: '$context.requestId',
  at: '$context.requestTimeEpoch',
  api: '$context.apiId',
  ip: '$context.identity.sourceIp',
  route: '$context.routeKey',
  status: '$context.status',
  bytes: '$context.responseLength',
  ms: '$context.responseLatency',
  function_ms: '$context.integrationLatency',
  error: '$context.integrationErrorMessage',
});

/** The log groups beside that of the functions, and the metrics made of lines of functions and of requests. */
export function logResources(stack: string, RetentionInDays: number): Record<string, Resource> {
  // Names that begin so have no size limit of a policy to share.
  const group = (name: string): Resource => ({
    Type: 'AWS::Logs::LogGroup',
    Properties: { LogGroupName: `/aws/vendedlogs/${stack}/${name}`, RetentionInDays },
  });
  const filters = (from: string, patterns: Readonly<Record<string, unknown>>) =>
    Object.entries(patterns).map(([name, FilterPattern]): [string, Resource] => [
      `${name}Filter`,
      {
        Type: 'AWS::Logs::MetricFilter',
        Properties: {
          LogGroupName: { Ref: from },
          FilterPattern,
          MetricTransformations: [{ MetricNamespace: stack, MetricName: name, MetricValue: '1' }],
        },
      },
    ]);
  return {
    AccessLogGroup: group('access'),
    WorkflowLogGroup: group('workflows'),
    ...Object.fromEntries([...filters('FunctionLogGroup', loggedMetrics), ...filters('AccessLogGroup', accessMetrics)]),
  };
}

/** A stage's setting for access logs. */
export const accessLogs = { DestinationArn: arnOf('AccessLogGroup'), Format: accessFormat };

/** A state machine's setting for logs: errors, without inputs and outputs, in which customers' data stands. */
export const workflowLogs = {
  Level: 'ERROR',
  IncludeExecutionData: false,
  Destinations: [{ CloudWatchLogsLogGroup: { LogGroupArn: arnOf('WorkflowLogGroup') } }],
};

/** What the role of a state machine needs for its logs: AWS knows no narrower resource for these. */
export const deliversLogs: Statement = {
  Effect: 'Allow',
  Action: [
    'logs:CreateLogDelivery',
    'logs:DeleteLogDelivery',
    'logs:DescribeLogGroups',
    'logs:DescribeResourcePolicies',
    'logs:GetLogDelivery',
    'logs:ListLogDeliveries',
    'logs:PutResourcePolicy',
    'logs:UpdateLogDelivery',
  ],
  Resource: '*',
};
