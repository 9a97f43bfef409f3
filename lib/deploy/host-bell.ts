import type { FunctionConfig } from './framework.ts';
import { arnOf, DeployError, type Resource } from './template.ts';

interface HostBellOptions {
  readonly title: string;
  /** The role by which the handshake's function is invoked. */
  readonly invokeRoleId: string;
  /** Handshakes a second. */
  readonly rate: number;
  readonly idOf: (key: string) => string;
}

/** The functions of the bell's handshake: the `hostBell` events of functions.yml, by their logical ids. */
export function bellFunctions(
  functions: readonly (readonly [string, FunctionConfig])[],
  idOf: HostBellOptions['idOf'],
): string[] {
  const found = functions.flatMap(([key, { events = [] }]) =>
    events.flatMap(({ hostBell }) => {
      if (hostBell === undefined) return [];
      if (hostBell !== '$connect')
        throw new DeployError(`function ${key}: hostBell: say $connect, not ${JSON.stringify(hostBell)}`);
      return [idOf(key)];
    }),
  );
  if (found.length > 1) throw new DeployError(`hostBell: one function lets hosts listen, not ${found.length}`);
  return found;
}

const api = { ApiId: { Ref: 'HostBell' } };

/**
 * The WebSocket API by which hosts hear that there is work for them. A handshake is let through by its function; what a
 * host says afterwards only keeps the connection, and reaches nothing. It has no access log: for those of WebSocket
 * APIs an account needs a role that nobody may have given it yet.
 */
export function hostBellResources(
  [connectId]: readonly string[],
  { title, invokeRoleId, rate }: HostBellOptions,
): Record<string, Resource> {
  if (connectId === undefined) return {};
  const uri = `arn:\${AWS::Partition}:apigateway:\${AWS::Region}:lambda:path/2015-03-31/functions/\${${connectId}.Arn}/invocations`;
  const limits = { ThrottlingRateLimit: rate, ThrottlingBurstLimit: 2 * rate };
  return {
    HostBell: resource('Api', {
      Name: `${title}-bell`,
      ProtocolType: 'WEBSOCKET',
      RouteSelectionExpression: '$request.body',
    }),
    HostBellStage: resource('Stage', { ...api, StageName: 'hosts', AutoDeploy: true, DefaultRouteSettings: limits }),
    HostBellConnectIntegration: resource('Integration', {
      ...api,
      IntegrationType: 'AWS_PROXY',
      IntegrationMethod: 'POST',
      IntegrationUri: { 'Fn::Sub': uri },
      CredentialsArn: arnOf(invokeRoleId),
    }),
    HostBellConnectRoute: route('$connect', 'HostBellConnectIntegration'),
    HostBellDefaultIntegration: resource('Integration', {
      ...api,
      IntegrationType: 'MOCK',
      RequestTemplates: { 200: '{"statusCode":200}' },
      TemplateSelectionExpression: '200',
    }),
    HostBellDefaultRoute: route('$default', 'HostBellDefaultIntegration'),
  };
}

const resource = (type: string, Properties: Record<string, unknown>): Resource => ({
  Type: `AWS::ApiGatewayV2::${type}`,
  Properties,
});

const route = (RouteKey: string, integration: string): Resource =>
  resource('Route', {
    ...api,
    RouteKey,
    AuthorizationType: 'NONE',
    Target: { 'Fn::Sub': `integrations/\${${integration}}` },
  });
