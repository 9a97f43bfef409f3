import { routeKeysOf } from '#lib/deploy/http-api.ts';
import { apis, documentsOf, expanded, integrationsOf, ofType, readers, text } from './parts.ts';
import type { Quota } from './quota.ts';

const guide = 'https://docs.aws.amazon.com';
const ofHttpApis = `${guide}/apigateway/latest/developerguide/http-api-quotas.html`;
const ofStacks = `${guide}/AWSCloudFormation/latest/UserGuide/cloudformation-limits.html`;
const ofIam = `${guide}/IAM/latest/UserGuide/reference_iam-quotas.html`;
const ofLambda = `${guide}/lambda/latest/dg/gettingstarted-limits.html`;
const ofStates = `${guide}/step-functions/latest/dg/service-quotas.html`;
const ofStreams = `${guide}/amazondynamodb/latest/developerguide/Streams.html`;
const ofAlarms = `${guide}/AmazonCloudWatch/latest/monitoring/cloudwatch_limits.html`;

/** Every quota that the stack is held to. AWS publishes those of the account apart: docs/deploying.md names them. */
export const quotas: readonly Quota[] = [
  {
    name: 'routes of an HTTP API',
    published: 300,
    bound: 285,
    source: ofHttpApis,
    measure: ({ template }) => apis(template).map(([id, body]) => [id, routeKeysOf(body).length]),
  },
  {
    name: 'integrations of an HTTP API',
    published: 300,
    bound: 285,
    source: ofHttpApis,
    measure: ({ template }) => apis(template).map(([id, body]) => [id, integrationsOf(body)]),
  },
  {
    name: 'bytes of an access log format',
    published: 3_072,
    bound: 2_800,
    source: ofHttpApis,
    measure: ({ template }) =>
      ofType(template, 'ApiGatewayV2::Stage').map(([id, { AccessLogSettings }]) => [
        id,
        text((AccessLogSettings as { Format?: unknown } | undefined)?.Format),
      ]),
  },
  {
    name: 'resources of a stack',
    published: 500,
    bound: 470,
    source: ofStacks,
    measure: ({ template }) => [['the stack', Object.keys(template.Resources).length]],
  },
  {
    name: 'bytes of the template as uploaded',
    published: 1_000_000,
    bound: 950_000,
    source: ofStacks,
    measure: ({ template }) => [['the template', text(template)]],
  },
  {
    name: 'outputs of a stack',
    published: 200,
    bound: 190,
    source: ofStacks,
    measure: ({ template }) => [['the stack', Object.keys(template.Outputs ?? {}).length]],
  },
  {
    name: 'parameters of a stack',
    published: 200,
    bound: 190,
    source: ofStacks,
    measure: ({ template }) => [['the stack', Object.keys((template.Parameters as object) ?? {}).length]],
  },
  {
    name: 'characters of a managed policy',
    published: 6_144,
    bound: 6_144,
    source: ofIam,
    measure: ({ template }) =>
      ofType(template, 'IAM::ManagedPolicy').map(([id, { PolicyDocument }]) => [id, expanded(PolicyDocument)]),
  },
  {
    name: "characters of a role's own policies",
    published: 10_240,
    bound: 9_700,
    source: ofIam,
    measure: ({ template }) => ofType(template, 'IAM::Role').map(([id, role]) => [id, expanded(documentsOf(role))]),
  },
  {
    name: 'managed policies of a role',
    published: 10,
    bound: 9,
    source: ofIam,
    measure: ({ template }) =>
      ofType(template, 'IAM::Role').map(([id, { ManagedPolicyArns = [] }]) => [id, (ManagedPolicyArns as []).length]),
  },
  {
    name: "bytes of a function's environment",
    published: 4_096,
    bound: 3_600,
    source: ofLambda,
    measure: ({ template }) =>
      ofType(template, 'Lambda::Function').map(([id, { Environment }]) => [
        id,
        expanded((Environment as { Variables?: object } | undefined)?.Variables ?? {}),
      ]),
  },
  {
    name: "bytes of a function's code, packed",
    published: 52_428_800,
    bound: 50_000_000,
    source: ofLambda,
    measure: ({ zips }) => Object.entries(zips).map(([name, { packed }]) => [name, packed]),
  },
  {
    name: "bytes of a function's code, unpacked",
    published: 262_144_000,
    bound: 250_000_000,
    source: ofLambda,
    measure: ({ zips }) => Object.entries(zips).map(([name, { unpacked }]) => [name, unpacked]),
  },
  {
    name: 'bytes of a state machine',
    published: 1_048_576,
    bound: 1_000_000,
    source: ofStates,
    measure: ({ template }) =>
      ofType(template, 'StepFunctions::StateMachine').map(([id, { DefinitionString }]) => [id, text(DefinitionString)]),
  },
  {
    name: 'readers of a stream',
    published: 2,
    bound: 2,
    source: ofStreams,
    measure: ({ template }) => readers(template),
  },
  {
    name: 'metrics of an alarm',
    published: 10,
    bound: 10,
    source: ofAlarms,
    measure: ({ template }) =>
      ofType(template, 'CloudWatch::Alarm').map(([id, { Metrics = [] }]) => [
        id,
        (Metrics as { MetricStat?: object }[]).filter(({ MetricStat }) => MetricStat).length,
      ]),
  },
];
