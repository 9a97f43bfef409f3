import { functionsOf, type Serverless, stackOf } from '#lib/deploy/framework.ts';
import { type Body, routeKeysOf } from '#lib/deploy/http-api.ts';
import type { Parameters } from '#lib/deploy/parameters.ts';
import { DeployError, pascal, type Resource, referred } from '#lib/deploy/template.ts';
import { alarmId, alarmResource } from './alarm.ts';
import { alarmsOf, type Watched } from './alarms.ts';
import { reserveRoom } from './concurrency.ts';
import { dashboardOf } from './dashboard.ts';
import { giveName } from './domain.ts';
import { failedWork, keepFailures } from './failures.ts';
import { accessLogs, logResources } from './logs.ts';

/** Scheduled functions whose silence is an alarm: money, machines and mail wait for them. */
const mustRun = ['outboxSchedule', 'deadlinesSchedule', 'hostHealthSchedule', 'meteringSchedule', 'mailSchedule'];

/** The times of its rate that a stage lets in at once. */
const burst = 2;

/** What the stack has by name: its state machines, and the functions that they call. */
interface Names {
  readonly machines: readonly string[];
  readonly tasks: readonly string[];
}

/**
 * Adds to a finished stack what operating it takes: logs, limits of requests, room for what must run, alarms with their
 * topic, a dashboard, a queue of failed work, and the APIs' own names. Answers how many concurrent executions it
 * reserves.
 */
export function operate(serverless: Serverless, parameters: Parameters, names: Names): { reserved: number } {
  const template = serverless.service.provider.compiledCloudFormationTemplate;
  const resources = template.Resources;
  const { naming } = serverless.getProvider('aws');
  const stack = stackOf(serverless);
  const idOf = (key: string) => naming.getLambdaLogicalId(key);
  const keys = functionsOf(serverless).map(([key]) => key);
  Object.assign(resources, logResources(stack, serverless.service.provider.logRetentionInDays ?? 30));
  resources.FailedWork = failedWork;
  const scheduled = functionsOf(serverless).filter(([, { events = [] }]) => events.some(({ schedule }) => schedule));
  keepFailures(
    resources,
    scheduled.map(([key]) => idOf(key)),
  );
  limitStages(serverless, parameters);
  const reserved = reserveRoom(serverless, parameters, names.tasks);
  const watched: Watched = {
    stack,
    httpApiId: naming.getHttpApiLogicalId(),
    machineIds: names.machines.map((name) => `${pascal(name)}StateMachine`),
    schedules: Object.fromEntries(mustRun.filter((key) => keys.includes(key)).map((key) => [key, idOf(key)])),
    streamIds: streamIdsOf(resources),
    rate: Number(parameters.apiRate),
  };
  resources.AlarmTopic = alarmTopic(parameters.alarmEmail);
  for (const alarm of alarmsOf(watched)) resources[alarmId(alarm)] = alarmResource(alarm, stack);
  resources.Dashboard = dashboardOf(watched);
  giveNames(serverless, parameters);
  return { reserved };
}

function streamIdsOf(resources: Record<string, Resource>): string[] {
  const ids = Object.values(resources)
    .filter(({ Type }) => Type === 'AWS::Lambda::EventSourceMapping')
    .map(({ Properties }) => (Properties.FunctionName as { 'Fn::GetAtt': string[] })['Fn::GetAtt'][0] ?? '');
  return [...new Set(ids)];
}

const alarmTopic = (alarmEmail: string): Resource => ({
  Type: 'AWS::SNS::Topic',
  Properties: alarmEmail === '' ? {} : { Subscription: [{ Protocol: 'email', Endpoint: alarmEmail }] },
});

/**
 * Limits and logs of both stages: hosts are let in by a rate of their own. A function's `throttle` is the limit of its
 * routes, in requests a second.
 */
function limitStages(serverless: Serverless, { apiRate, hostRate }: Parameters): void {
  const { Resources } = serverless.service.provider.compiledCloudFormationTemplate;
  const stages = {
    httpApi: [Resources[serverless.getProvider('aws').naming.getHttpApiStageLogicalId()], Number(apiRate)],
    hostApi: [Resources.HostApiStage, Number(hostRate)],
  } as const;
  for (const [event, [stage, rate]] of Object.entries(stages)) {
    if (!stage) continue;
    const listed = listedIn(Resources, stage);
    const limits = functionsOf(serverless).flatMap(([key, { throttle, events = [] }]) =>
      throttle === undefined ? [] : events.flatMap((each) => limitsOf(key, each[event], throttle, listed)),
    );
    const all = { DetailedMetricsEnabled: true, ThrottlingRateLimit: rate, ThrottlingBurstLimit: rate * burst };
    Object.assign(stage.Properties, {
      AccessLogSettings: accessLogs,
      DefaultRouteSettings: all,
      ...(limits.length > 0 && { RouteSettings: Object.fromEntries(limits) }),
    });
  }
}

/** The route keys of a stage's API. */
function listedIn(resources: Record<string, Resource>, stage: Resource): string[] {
  const api = resources[referred(stage.Properties.ApiId) ?? ''];
  return routeKeysOf(api?.Properties.Body as Body);
}

function limitsOf(key: string, route: unknown, rate: number, listed: readonly string[]): [string, object][] {
  if (typeof route !== 'string') return [];
  if (!Number.isInteger(rate) || rate < 1)
    throw new DeployError(`function ${key}: throttle: a whole number from 1, not ${rate}`);
  const settings = { DetailedMetricsEnabled: true, ThrottlingRateLimit: rate, ThrottlingBurstLimit: rate * burst };
  const [method = '', path = ''] = route.split(' ');
  const methods = method === 'GET' ? ['ANY', 'GET', 'HEAD'] : [method];
  const keys = methods.map((each) => `${each} ${path}`).filter((each) => listed.includes(each));
  return keys.map((each) => [each, settings]);
}

function giveNames(serverless: Serverless, { domain, hostsDomain, certificateArn }: Parameters): void {
  const template = serverless.service.provider.compiledCloudFormationTemplate;
  const { naming } = serverless.getProvider('aws');
  const api = { api: naming.getHttpApiLogicalId(), stage: naming.getHttpApiStageLogicalId() };
  const apis = [
    { id: 'ApiDomain', name: domain, url: 'HttpApiUrl', ...api },
    { id: 'HostApiDomain', name: hostsDomain, url: 'HostApiUrl', api: 'HostApi', stage: 'HostApiStage' },
  ];
  for (const { name, ...named } of apis) if (name !== '') giveName(template, { ...named, name, certificateArn });
}
