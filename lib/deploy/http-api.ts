import { arnOf, DeployError, type Resource, referred, type Template } from './template.ts';

const X = 'x-amazon-apigateway-';
const ANY = `${X}any-method`;
const CATCH_ALL = '/$default';

/** A route of an API: `ANY` is every method, and the path `/$default` is for what no other route serves. */
export interface Route {
  readonly method: string;
  readonly path: string;
  /** The logical id of its function. */
  readonly functionId: string;
}

/** A route with the resources that the framework made for it. */
interface CompiledRoute extends Route {
  readonly ids: readonly string[];
}

interface BodyOptions {
  readonly invokeRoleId: string;
  /** A function's key in functions.yml, by its logical id: the operationId. */
  readonly nameOf: ReadonlyMap<string, string>;
}

interface FoldOptions extends BodyOptions {
  readonly apiId: string;
  readonly version: string;
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
  const permissions = Object.keys(resources).filter((id) => isGatewayPermission(resources[id]));
  for (const id of [...routes.flatMap(({ ids }) => ids), ...permissions]) delete resources[id];
  const listed = routes.flatMap((route) => withHead(route, routes));
  giveBody(resources[options.apiId], listed, options);
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

function readRoute(id: string, { Properties }: Resource, resources: Template['Resources']): CompiledRoute {
  const key = String(Properties.RouteKey);
  if ((Properties.AuthorizationType ?? 'NONE') !== 'NONE') {
    throw new DeployError(`${key}: AuthorizationType ${Properties.AuthorizationType} cannot stand in the API body`);
  }
  const target = Properties.Target as { 'Fn::Join': [string, [string, unknown]] };
  const integrationId = referred(target['Fn::Join'][1][1]) ?? '';
  const functionId = referred(resources[integrationId]?.Properties.IntegrationUri);
  if (!functionId) throw new DeployError(`${key}: its integration is not a function of this stack`);
  const [method = '', path = ''] = key === '$default' ? ['ANY', CATCH_ALL] : key.split(' ');
  return { ids: [id, integrationId], method, path, functionId };
}

/** What every API's document says, and is about. */
interface Info {
  readonly title: unknown;
  readonly version: string;
  readonly description?: unknown;
}

/**
 * An API's OpenAPI document. Each function has one integration, which its routes share. Throws DeployError for two
 * paths that differ only in the names of parameters.
 */
export function apiBody(info: Info, routes: readonly Route[], options: BodyOptions): Body {
  refuseAmbiguous(routes.map(({ path }) => path));
  const paths: Body['paths'] = {};
  const names = new Set<string>();
  for (const route of [...routes].sort((a, b) => (a.path < b.path ? -1 : 1))) {
    paths[route.path] = {
      ...paths[route.path],
      [verb(route.method)]: operation(route, uniqueName(route, options, names)),
    };
  }
  const functionIds = [...new Set(routes.map(({ functionId }) => functionId))].sort();
  const integrations = Object.fromEntries(functionIds.map((id) => [id, integration(id, options.invokeRoleId)]));
  return { openapi: '3.0.1', info, components: { [`${X}integrations`]: integrations }, paths };
}

/** The part of an API's document by which its routes are counted. */
export interface Body {
  readonly paths: Record<string, Record<string, unknown>>;
  readonly [member: string]: unknown;
}

/** The route keys of an API's document, as the gateway lists them: `ANY /healthz`, `POST /auth/login`, `$default`. */
export function routeKeysOf({ paths }: Body): string[] {
  const keys = Object.entries(paths).flatMap(([path, operations]) =>
    Object.keys(operations).map((name) => `${name === ANY ? 'ANY' : name.toUpperCase()} ${path}`),
  );
  return keys.map((key) => (key === `ANY ${CATCH_ALL}` ? '$default' : key)).sort();
}

/**
 * A route as the API for clients lists it. An HTTP API does not answer HEAD through a GET route, and a second route for
 * each HEAD would exceed its quota. So GET is listed as ANY: explicit methods of its path win, and the function refuses
 * what is neither GET nor HEAD (lib/edge/route.ts). Where ANY could take requests from another path's explicit method,
 * both GET and HEAD are listed.
 */
function withHead<R extends Route>(route: R, routes: readonly R[]): R[] {
  if (route.method !== 'GET') return [route];
  const own = routes.filter(({ path }) => path === route.path).map(({ method }) => method);
  const isShadowed = ({ path, method }: R) =>
    path !== route.path && method !== 'GET' && !own.includes(method) && overlaps(path, route.path);
  const methods = routes.some(isShadowed) ? ['GET', 'HEAD'] : ['ANY'];
  return methods.map((method) => ({ ...route, method }));
}

/** Whether some request matches both paths. */
function overlaps(path: string, other: string): boolean {
  const [own, others] = [path.split('/'), other.split('/')];
  const fits = (a = '', b = '') => a === b || a.startsWith('{') || b.startsWith('{');
  return own.length === others.length && own.every((part, at) => fits(part, others[at]));
}

/** The operationId of a route: its function's key, or that with a number where the function has several routes. */
function uniqueName({ method, functionId }: Route, { nameOf }: BodyOptions, names: Set<string>): string {
  const name = `${nameOf.get(functionId) ?? functionId}${method === 'HEAD' ? 'Head' : ''}`;
  let unique = name;
  for (let no = 2; names.has(unique); no += 1) unique = `${name}${no}`;
  names.add(unique);
  return unique;
}

function operation({ path, functionId }: Route, operationId: string) {
  const names = [...path.matchAll(/\{([^}]+?)\+?\}/g)].map((match) => match[1]);
  const parameters = names.map((name) => ({ name, in: 'path', required: true, schema: { type: 'string' } }));
  return {
    ...(path === CATCH_ALL ? { isDefaultRoute: true } : { operationId }),
    ...(parameters.length > 0 && { parameters }),
    responses: { default: { description: 'JSON' } },
    [`${X}integration`]: { $ref: `#/components/${X}integrations/${functionId}` },
  };
}

/** Milliseconds that a gateway waits for a function, where no integration says other; those end before (classes.ts). */
export const patience = 30_000;

function integration(functionId: string, invokeRoleId: string): object {
  const invocations = `\${${functionId}.Arn}/invocations`;
  return {
    type: 'aws_proxy',
    httpMethod: 'POST',
    payloadFormatVersion: '2.0',
    credentials: arnOf(invokeRoleId),
    uri: {
      'Fn::Sub': `arn:\${AWS::Partition}:apigateway:\${AWS::Region}:lambda:path/2015-03-31/functions/${invocations}`,
    },
  };
}

const verb = (method: string) => (method === 'ANY' || method === '*' ? ANY : method.toLowerCase());

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

function giveBody(api: Resource | undefined, routes: readonly Route[], options: FoldOptions): void {
  if (!api) throw new DeployError('no function has an httpApi event, so there is no API to write');
  const { Name: title, Description: description, CorsConfiguration, Tags, DisableExecuteApiEndpoint } = api.Properties;
  if (CorsConfiguration)
    throw new DeployError('httpApi.cors cannot stand in the API body: answer CORS in the handlers');
  const info = { title, version: options.version, ...(description !== undefined && { description }) };
  api.Properties = {
    FailOnWarnings: true,
    Body: apiBody(info, routes, options),
    ...(Tags !== undefined && { Tags }),
    ...(DisableExecuteApiEndpoint !== undefined && { DisableExecuteApiEndpoint }),
  };
}
