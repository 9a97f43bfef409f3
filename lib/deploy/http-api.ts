import { DeployError, type Resource, referred, type Template } from './template.ts';

const X = 'x-amazon-apigateway-';
const CATCH_ALL = '/$default';

interface Route {
  ids: string[];
  method: string;
  path: string;
  functionId: string;
  integration: Record<string, unknown>;
}

interface FoldOptions {
  apiId: string;
  invokeRoleId: string;
  version: string;
  /** A function's key in functions.yml, by its logical id: the operationId. */
  nameOf: ReadonlyMap<string, string>;
}

/**
 * Moves the HTTP API's routes, integrations and Lambda permissions into the API's OpenAPI body: one resource instead of
 * three per route. Returns the route keys and the logical ids of the routed functions. Throws DeployError for what an
 * OpenAPI body cannot express (gateway authorizers, CORS) and for two paths that differ only in the names of
 * parameters.
 */
export function foldHttpApi(template: Template, options: FoldOptions): { routes: string[]; functionIds: string[] } {
  const resources = template.Resources;
  const routes = Object.entries(resources).flatMap(([id, resource]) =>
    belongs(resource, options.apiId) ? [readRoute(id, resource, resources)] : [],
  );
  refuseAmbiguous(routes.map(({ path }) => path));
  const paths: Record<string, Record<string, unknown>> = {};
  for (const route of routes) {
    paths[route.path] = { ...paths[route.path], [verb(route.method)]: operation(route, options) };
    // An HTTP API does not answer HEAD through a GET route by itself.
    if (route.method === 'GET') paths[route.path] = { ...paths[route.path], head: operation(route, options, 'Head') };
  }
  const permissions = Object.keys(resources).filter((id) => isGatewayPermission(resources[id]));
  for (const id of [...routes.flatMap(({ ids }) => ids), ...permissions]) delete resources[id];
  giveBody(resources[options.apiId], paths, options.version);
  return {
    routes: routes.map(({ method, path }) => (path === CATCH_ALL ? '$default' : `${method} ${path}`)).sort(),
    functionIds: [...new Set(routes.map(({ functionId }) => functionId))].sort(),
  };
}

function belongs({ Type, Properties }: Resource, apiId: string): boolean {
  if (referred(Properties?.ApiId) !== apiId) return false;
  if (Type === 'AWS::ApiGatewayV2::Authorizer') {
    throw new DeployError('a gateway authorizer cannot stand in the API body: authenticate in the handler');
  }
  return Type === 'AWS::ApiGatewayV2::Route';
}

function readRoute(id: string, { Properties }: Resource, resources: Template['Resources']): Route {
  const key = String(Properties.RouteKey);
  if ((Properties.AuthorizationType ?? 'NONE') !== 'NONE') {
    throw new DeployError(`${key}: AuthorizationType ${Properties.AuthorizationType} cannot stand in the API body`);
  }
  const target = Properties.Target as { 'Fn::Join': [string, [string, unknown]] };
  const integrationId = referred(target['Fn::Join'][1][1]) ?? '';
  const integration = resources[integrationId]?.Properties ?? {};
  const functionId = referred(integration.IntegrationUri);
  if (!functionId) throw new DeployError(`${key}: its integration is not a function of this stack`);
  const [method = '', path = ''] = key === '$default' ? ['ANY', CATCH_ALL] : key.split(' ');
  return { ids: [id, integrationId], method, path, functionId, integration };
}

function operation({ path, functionId, integration }: Route, { invokeRoleId, nameOf }: FoldOptions, suffix = '') {
  const names = [...path.matchAll(/\{([^}]+?)\+?\}/g)].map((match) => match[1]);
  const parameters = names.map((name) => ({ name, in: 'path', required: true, schema: { type: 'string' } }));
  const invocations = `\${${functionId}.Arn}/invocations`;
  return {
    ...(path === CATCH_ALL
      ? { isDefaultRoute: true }
      : { operationId: `${nameOf.get(functionId) ?? functionId}${suffix}` }),
    ...(parameters.length > 0 && { parameters }),
    responses: { default: { description: 'JSON' } },
    [`${X}integration`]: {
      type: 'aws_proxy',
      httpMethod: 'POST',
      payloadFormatVersion: integration.PayloadFormatVersion,
      timeoutInMillis: integration.TimeoutInMillis,
      credentials: { 'Fn::GetAtt': [invokeRoleId, 'Arn'] },
      uri: {
        'Fn::Sub': `arn:\${AWS::Partition}:apigateway:\${AWS::Region}:lambda:path/2015-03-31/functions/${invocations}`,
      },
    },
  };
}

const verb = (method: string) => (method === 'ANY' || method === '*' ? `${X}any-method` : method.toLowerCase());

function refuseAmbiguous(paths: string[]): void {
  const byShape = new Map<string, string>();
  for (const path of paths) {
    const shape = path.replace(/\{[^}+]+\}/g, '{}');
    const twin = byShape.get(shape);
    if (twin && twin !== path) {
      throw new DeployError(`${path} and ${twin} are one path with two names for its parameters`);
    }
    byShape.set(shape, path);
  }
}

function isGatewayPermission(resource: Resource | undefined): boolean {
  return resource?.Type === 'AWS::Lambda::Permission' && resource.Properties.Principal === 'apigateway.amazonaws.com';
}

function giveBody(api: Resource | undefined, paths: Record<string, unknown>, version: string): void {
  if (!api) throw new DeployError('no function has an httpApi event, so there is no API to write');
  const { Name, Description, CorsConfiguration, Tags, DisableExecuteApiEndpoint } = api.Properties;
  if (CorsConfiguration)
    throw new DeployError('httpApi.cors cannot stand in the API body: answer CORS in the handlers');
  const sorted = Object.fromEntries(Object.entries(paths).sort(([a], [b]) => (a < b ? -1 : 1)));
  api.Properties = {
    FailOnWarnings: true,
    Body: {
      openapi: '3.0.1',
      info: { title: Name, version, ...(Description !== undefined && { description: Description }) },
      paths: sorted,
    },
    ...(Tags !== undefined && { Tags }),
    ...(DisableExecuteApiEndpoint !== undefined && { DisableExecuteApiEndpoint }),
  };
}
