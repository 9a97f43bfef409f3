import { describe, expect, test } from 'vitest';
import { type Body, foldHttpApi, routeKeysOf } from '#lib/deploy/http-api.ts';
import type { Resource, Template } from '#lib/deploy/template.ts';

const options = { apiId: 'HttpApi', invokeRoleId: 'Invoke', version: '1', nameOf: new Map([['AFunction', 'listA']]) };

/** What the framework compiles for one route of function AFunction. */
const route = (id: string, RouteKey: string, more: object = {}): Record<string, Resource> => ({
  [`${id}Route`]: {
    Type: 'AWS::ApiGatewayV2::Route',
    Properties: {
      ApiId: { Ref: 'HttpApi' },
      RouteKey,
      Target: { 'Fn::Join': ['/', ['integrations', { Ref: `${id}Integration` }]] },
      ...more,
    },
  },
  [`${id}Integration`]: {
    Type: 'AWS::ApiGatewayV2::Integration',
    Properties: {
      ApiId: { Ref: 'HttpApi' },
      IntegrationUri: { 'Fn::GetAtt': ['AFunction', 'Arn'] },
      PayloadFormatVersion: '2.0',
      TimeoutInMillis: 30_000,
    },
  },
  [`${id}Permission`]: {
    Type: 'AWS::Lambda::Permission',
    Properties: { Principal: 'apigateway.amazonaws.com' },
  },
});

const template = (resources: Record<string, Resource>, api: object = {}): Template => ({
  Resources: { HttpApi: { Type: 'AWS::ApiGatewayV2::Api', Properties: { Name: 'svc', ...api } }, ...resources },
});

test('one resource is left of routes, integrations and permissions', () => {
  const compiled = template({ ...route('A', 'GET /a'), ...route('B', 'POST /a') }, { Tags: { stage: 'x' } });
  expect(foldHttpApi(compiled, options)).toEqual({ routes: ['GET /a', 'POST /a'], functionIds: ['AFunction'] });
  expect(Object.keys(compiled.Resources)).toEqual(['HttpApi']);
  const { Body, ...properties } = compiled.Resources.HttpApi!.Properties;
  expect(properties).toEqual({ FailOnWarnings: true, Tags: { stage: 'x' } });
  expect(Body).toMatchObject({
    openapi: '3.0.1',
    info: { title: 'svc', version: '1' },
    components: {
      'x-amazon-apigateway-integrations': {
        AFunction: {
          type: 'aws_proxy',
          httpMethod: 'POST',
          payloadFormatVersion: '2.0',
          credentials: { 'Fn::GetAtt': ['Invoke', 'Arn'] },
        },
      },
    },
    paths: {
      '/a': {
        'x-amazon-apigateway-any-method': {
          operationId: 'listA',
          responses: { default: { description: 'JSON' } },
          'x-amazon-apigateway-integration': {
            $ref: '#/components/x-amazon-apigateway-integrations/AFunction',
          },
        },
        post: {},
      },
    },
  });
});

describe('HEAD', () => {
  const keysOf = (...keys: string[]) => {
    const compiled = template(Object.assign({}, ...keys.map((key, at) => route(`R${at}`, key))));
    foldHttpApi(compiled, options);
    return routeKeysOf(compiled.Resources.HttpApi!.Properties.Body as Body);
  };

  test('is served by listing GET as ANY, beside explicit methods of the path', () => {
    expect(keysOf('GET /a', 'POST /a', 'DELETE /a/{id}')).toEqual(['ANY /a', 'DELETE /a/{id}', 'POST /a']);
  });

  test("has a route of its own where ANY could take what another path's explicit method serves", () => {
    expect(keysOf('GET /a/all', 'POST /a/{id}')).toEqual(['GET /a/all', 'HEAD /a/all', 'POST /a/{id}']);
    expect(keysOf('GET /a/all', 'POST /a/all', 'POST /a/{id}')).toEqual(['ANY /a/all', 'POST /a/all', 'POST /a/{id}']);
    expect(keysOf('GET /a/all', 'GET /a/{id}')).toEqual(['ANY /a/all', 'ANY /a/{id}']);
  });
});

test('another API, and the permissions of other services, stay as they are', () => {
  const other = { Type: 'AWS::ApiGatewayV2::Route', Properties: { ApiId: { Ref: 'Other' }, RouteKey: 'GET /b' } };
  const permission = { Type: 'AWS::Lambda::Permission', Properties: { Principal: 's3.amazonaws.com' } };
  const compiled = template({ ...route('A', 'GET /a'), other, permission });
  foldHttpApi(compiled, options);
  expect(Object.keys(compiled.Resources).sort()).toEqual(['HttpApi', 'other', 'permission']);
});

describe('what a body cannot say is refused', () => {
  const authorizer = { Type: 'AWS::ApiGatewayV2::Authorizer', Properties: { ApiId: { Ref: 'HttpApi' } } };
  const foreign = route('A', 'GET /a');
  foreign.AIntegration!.Properties.IntegrationUri = 'https://example.com';

  test.each([
    [
      'an authorizer',
      template({ authorizer }),
      'a gateway authorizer cannot stand in the API body: authenticate in the handler',
    ],
    [
      'an authorised route',
      template(route('A', 'GET /a', { AuthorizationType: 'JWT' })),
      'GET /a: AuthorizationType JWT cannot stand in the API body',
    ],
    [
      'CORS',
      template(route('A', 'GET /a'), { CorsConfiguration: {} }),
      'httpApi.cors cannot stand in the API body: answer CORS in the handlers',
    ],
    [
      'one path under two names',
      template({ ...route('A', 'GET /a/{id}'), ...route('B', 'POST /a/{name}') }),
      '/a/{name} and /a/{id} are one path with two names for its parameters',
    ],
    ['a foreign integration', template(foreign), 'GET /a: its integration is not a function of this stack'],
    ['a stack without an API', { Resources: {} }, 'no function has an httpApi event, so there is no API to write'],
  ])('%s', (_what, compiled, message) => {
    expect(() => foldHttpApi(compiled, options)).toThrow(message);
  });
});
