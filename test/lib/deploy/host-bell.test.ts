import { expect, test } from 'vitest';
import { bellFunctions, hostBellResources } from '#lib/deploy/host-bell.ts';

const idOf = (key: string) => `${key}LambdaFunction`;
const connects = (hostBell: unknown) => ({ handler: 'a.handler', events: [{ hostBell }] });
const options = { title: 'svc-test', invokeRoleId: 'HostApiInvokeRole', rate: 40, idOf };

test('a handshake reaches its function alone, and nothing else that a host says reaches anything', () => {
  const made = hostBellResources(bellFunctions([['c', connects('$connect')]], idOf), options);
  const routes = Object.values(made).filter(({ Type }) => Type.endsWith('::Route'));
  expect(routes.map(({ Properties }) => [Properties.RouteKey, Properties.Target])).toEqual([
    ['$connect', { 'Fn::Sub': 'integrations/${HostBellConnectIntegration}' }],
    ['$default', { 'Fn::Sub': 'integrations/${HostBellDefaultIntegration}' }],
  ]);
  expect(made.HostBellConnectIntegration?.Properties).toMatchObject({
    IntegrationType: 'AWS_PROXY',
    IntegrationUri: { 'Fn::Sub': expect.stringContaining('/functions/${cLambdaFunction.Arn}/invocations') },
    CredentialsArn: { 'Fn::GetAtt': ['HostApiInvokeRole', 'Arn'] },
  });
  expect(made.HostBellDefaultIntegration?.Properties).toMatchObject({ IntegrationType: 'MOCK' });
});

test('handshakes have the rate of hosts, and no log that an account may not have', () => {
  const { HostBellStage } = hostBellResources(['f'], options);
  expect(HostBellStage?.Properties).toEqual({
    ApiId: { Ref: 'HostBell' },
    StageName: 'hosts',
    AutoDeploy: true,
    DefaultRouteSettings: { ThrottlingRateLimit: 40, ThrottlingBurstLimit: 80 },
  });
});

test('there is one handshake, or no bell', () => {
  expect(hostBellResources(bellFunctions([['a', { handler: 'a.handler' }]], idOf), options)).toEqual({});
  const two = [
    ['a', connects('$connect')],
    ['b', connects('$connect')],
  ] as const;
  expect(() => bellFunctions(two, idOf)).toThrow('hostBell: one function lets hosts listen, not 2');
  expect(() => bellFunctions([['a', connects('GET /x')]], idOf)).toThrow(
    'function a: hostBell: say $connect, not "GET /x"',
  );
});
