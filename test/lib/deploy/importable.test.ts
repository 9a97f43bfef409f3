import { expect, test } from 'vitest';
import type { Body } from '#lib/deploy/http-api.ts';
import { refuseUnimportable } from '#lib/deploy/importable.ts';

const parameters = [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }];
const operation = (operationId: string) => ({ operationId, responses: { default: { description: 'JSON' } } });

const document = (paths: Body['paths'], others: object = {}): Body => ({
  openapi: '3.0.1',
  info: { title: 'svc', version: '1.0.0' },
  components: { 'x-amazon-apigateway-integrations': { A: { type: 'aws_proxy' } } },
  paths,
  ...others,
});

test('a document of members that API Gateway imports is taken, the default route too', () => {
  refuseUnimportable(
    document({
      '/a/{id}': { get: { ...operation('a'), parameters } },
      '/$default': { 'x-amazon-apigateway-any-method': { ...operation('b'), isDefaultRoute: true } },
    }),
  );
});

test.each<[Body, string]>([
  [document({ $default: { get: operation('a') } }), '$default: a path that API Gateway imports begins with /'],
  [document({}, { servers: [] }), 'the document: API Gateway does not import servers'],
  [document({}, { components: { schemas: {} } }), 'components: API Gateway does not import schemas'],
  [document({}, { info: { title: 'svc', license: {} } }), 'info: API Gateway does not import license'],
  [
    document({}, { components: { 'x-amazon-apigateway-integrations': { A: { cacheKeyParameters: [] } } } }),
    'A: API Gateway does not import cacheKeyParameters',
  ],
  [document({ '/a': { trace: operation('a') } }), '/a: API Gateway does not import trace'],
  [document({ '/a': { get: { ...operation('a'), tags: [] } } }), 'get /a: API Gateway does not import tags'],
  [document({ '/a/{id}': { get: operation('a') } }), 'get /a/{id}: declares the parameters , and its path has id'],
  [
    document({ '/a/{id}': { get: { ...operation('a'), parameters: [{ ...parameters[0], in: 'query' }] } } }),
    'get /a/{id}: a parameter of a path is required',
  ],
  [document({ '/a': { get: { ...operation('a'), responses: { 200: {} } } } }), 'get /a: a response has a description'],
  [
    document({ '/a': { get: operation('a') }, '/b': { get: operation('a') } }),
    'get /b: the operationId a is that of another route',
  ],
])('%j is refused by packaging, and not by AWS', (body, message) => {
  expect(() => refuseUnimportable(body)).toThrow(message);
});
