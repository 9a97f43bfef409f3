import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { alarmResource } from '#lib/deploy/operations/alarm.ts';
import { giveName } from '#lib/deploy/operations/domain.ts';
import { accessLogs, workflowLogs } from '#lib/deploy/operations/logs.ts';
import type { Template } from '#lib/deploy/template.ts';
import { everyAlarm as alarms } from './every-alarm.ts';
import { root } from './service.ts';

test('every alarm has its line in the guide for operators, and every line its alarm', () => {
  const guide = readFileSync(`${root}docs/operating.md`, 'utf8');
  const section = guide.slice(guide.indexOf('## Alarms'));
  const lines = [...section.matchAll(/^### (\S+)$/gm)].map(([, name]) => name);
  expect(lines.sort()).toEqual(alarms.map(({ name }) => name).sort());
});

test('an alarm of one metric and one of several tell the topic, and what to do', () => {
  const of = (name: string) => alarmResource(alarms.find((alarm) => alarm.name === name)!, 'svc-test').Properties;
  expect(of('api-errors')).toMatchObject({
    AlarmName: 'svc-test-api-errors',
    AlarmDescription: 'the API answers 5xx. What to do: docs/operating.md#api-errors',
    MetricName: '5xx',
    Dimensions: [{ Name: 'ApiId', Value: { Ref: 'HttpApi' } }],
    Statistic: 'Sum',
    TreatMissingData: 'notBreaching',
    AlarmActions: [{ Ref: 'AlarmTopic' }],
  });
  expect(of('workflows-failed').Metrics).toMatchObject([
    { Id: 'm1', ReturnData: false },
    { Id: 'm2', ReturnData: false },
    { Expression: 'SUM([FILL(m1, 0), FILL(m2, 0)])', ReturnData: true },
  ]);
  expect(of('meteringSchedule-silent')).toMatchObject({
    ComparisonOperator: 'LessThanThreshold',
    TreatMissingData: 'breaching',
  });
  for (const { metrics } of alarms) expect(metrics.length).toBeLessThanOrEqual(9);
});

test('no log has a query string, a header, a path, or what workflows carry', () => {
  const named = [...accessLogs.Format.matchAll(/\$context\.([\w.]+)/g)].map(([, name]) => name);
  expect(named.sort()).toEqual([
    'apiId',
    'identity.sourceIp',
    'integrationErrorMessage',
    'integrationLatency',
    'requestId',
    'requestTimeEpoch',
    'responseLatency',
    'responseLength',
    'routeKey',
    'status',
  ]);
  expect(workflowLogs).toMatchObject({ Level: 'ERROR', IncludeExecutionData: false });
});

test('an API with a name of its own answers under that alone', () => {
  const template: Template = {
    Resources: { HttpApi: { Type: 'AWS::ApiGatewayV2::Api', Properties: { Body: {} } } },
    Outputs: { HttpApiUrl: { Description: 'URL', Value: { 'Fn::GetAtt': ['HttpApi', 'ApiEndpoint'] } } },
  };
  const api = { api: 'HttpApi', stage: 'HttpApiStage', url: 'HttpApiUrl' };
  giveName(template, { id: 'ApiDomain', name: 'api.example.in', certificateArn: 'arn:aws:acm:…', ...api });
  expect(template.Resources.HttpApi?.Properties).toEqual({ Body: {}, DisableExecuteApiEndpoint: true });
  expect(template.Resources.ApiDomainMapping?.Properties).toEqual({
    ApiId: { Ref: 'HttpApi' },
    DomainName: { Ref: 'ApiDomain' },
    Stage: { Ref: 'HttpApiStage' },
  });
  expect(template.Outputs).toMatchObject({
    HttpApiUrl: { Description: 'URL', Value: 'https://api.example.in' },
    ApiDomainTarget: { Value: { 'Fn::GetAtt': ['ApiDomain', 'RegionalDomainName'] } },
  });
});
