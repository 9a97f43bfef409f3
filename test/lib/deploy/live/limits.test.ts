import { expect, test } from 'vitest';
import { dropLostLimits } from '#lib/deploy/live/limits.ts';
import type { Template } from '#lib/deploy/template.ts';
import { aws } from './aws.ts';

const stage = (ApiId: string) => ({ Type: 'AWS::ApiGatewayV2::Stage', Properties: { ApiId: { Ref: ApiId } } });
const api = (...paths: string[]) => ({
  Type: 'AWS::ApiGatewayV2::Api',
  Properties: { Body: { paths: Object.fromEntries(paths.map((path) => [path, { post: {} }])) } },
});
const template: Template = {
  Resources: {
    HttpApi: api('/auth/login', '/auth/exchange'),
    HttpApiStage: stage('HttpApi'),
    HostApi: api('/hosts/join'),
    HostApiStage: stage('HostApi'),
  },
};
const names = new Map([
  ['HttpApi', 'a1'],
  ['HttpApiStage', '$default'],
  ['HostApi', 'b2'],
  ['HostApiStage', '$default'],
]);

const gateway = (settings: Record<string, string[]>) =>
  aws({
    GetStage: ({ ApiId }) => ({ RouteSettings: Object.fromEntries((settings[ApiId] ?? []).map((key) => [key, {}])) }),
    DeleteRouteSettings: () => ({}),
  });

test('a throttled route that is no more loses its limit before the update, and the others keep theirs', async () => {
  const { client, changes } = gateway({ a1: ['POST /auth/login', 'POST /auth/old'], b2: ['POST /hosts/enrol'] });
  const dropped = await dropLostLimits(client, { outputs: {}, names }, template);
  expect(dropped).toEqual(['POST /auth/old', 'POST /hosts/enrol']);
  const StageName = '$default';
  expect(changes).toEqual([
    ['DeleteRouteSettings', { ApiId: 'a1', StageName, RouteKey: 'POST /auth/old' }],
    ['DeleteRouteSettings', { ApiId: 'b2', StageName, RouteKey: 'POST /hosts/enrol' }],
  ]);
});

test('a stack that is not there has no limits', async () => {
  const { client, changes } = aws({});
  expect(await dropLostLimits(client, { outputs: {}, names: new Map() }, template)).toEqual([]);
  expect(changes).toEqual([]);
});
