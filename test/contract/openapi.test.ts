import { Validator } from '@seriousme/openapi-schema-validator';
import { beforeAll, describe, expect, test } from 'vitest';
import { openapiDocument } from '#lib/edge/openapi/document.ts';
import { generatedFiles } from '#lib/generate/files.ts';
import { type DeployedRoute, readRoutes, sourceOf } from '#lib/generate/routes.ts';

interface Operation {
  operationId: string;
  description: string;
  tags: string[];
  security?: unknown[];
  parameters?: { name?: string; in?: string; $ref?: string }[];
  requestBody?: unknown;
  responses: Record<string, { $ref?: string; content?: Record<string, { schema: unknown }> }>;
}
interface Document {
  paths: Record<string, Record<string, Operation>>;
  tags: { name: string }[];
  components: Record<string, Record<string, Record<string, unknown>>>;
}

let routes: DeployedRoute[];
let document: Document;
let operations: { method: string; path: string; operation: Operation }[];
beforeAll(async () => {
  routes = await readRoutes();
  document = JSON.parse(sourceOf('lib/generated/openapi.json'));
  operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  );
});

test('the generated files are what the code says now (npm run openapi writes them)', async () => {
  for (const [file, text] of Object.entries(await generatedFiles()))
    expect({ file, text: sourceOf(file) }).toEqual({ file, text });
});

test('the document is valid OpenAPI 3.1', async () => {
  const result = await new Validator().validate(structuredClone(document) as unknown as Record<string, unknown>);
  expect(result).toEqual({ valid: true });
});

test('the order in which routes are read makes no difference', () => {
  const names = new Map();
  const forth = JSON.stringify(openapiDocument(routes, names));
  expect(JSON.stringify(openapiDocument(routes.toReversed(), names))).toBe(forth);
});

test('a group without a comment at the head of its functions.yml is refused, and one with two different ones', () => {
  const one = routes.find(({ key }) => key === 'listAccessKeys') as DeployedRoute;
  const made =
    (...said: string[]) =>
    () =>
      openapiDocument(
        said.map((groupAbout, i) => ({ ...one, path: `/${i}`, groupAbout })),
        new Map(),
      );
  expect(made('', 'Keys.')()).toMatchObject({ tags: [{ name: 'access-keys', description: 'Keys.' }] });
  for (const said of [[''], ['Keys.', 'Other keys.']])
    expect(made(...said)).toThrow('functions.yml of access-keys begins with no comment on its routes, or with several');
});

test('it has every route of functions.yml, under its one name, and no other', () => {
  const own = operations.map(({ method, path, operation }) => `${method} ${path} ${operation.operationId}`);
  expect(own.sort()).toEqual(routes.map(({ method, path, key }) => `${method} ${path} ${key}`).sort());
});

test('every reference leads somewhere, and every component is used', () => {
  const text = JSON.stringify(document);
  const referred = new Set(
    [...text.matchAll(/"\$ref":"#\/components\/(\w+)\/([^"]+)"/g)].map(([, kind, name]) => `${kind}/${name}`),
  );
  const { securitySchemes: _, ...components } = document.components;
  const defined = Object.entries(components).flatMap(([kind, all]) =>
    Object.keys(all).map((name) => `${kind}/${name}`),
  );
  expect([...referred].sort()).toEqual(defined.sort());
  expect(text).not.toContain('$defs');
});

test('every operation says what it does, in which group, and how it is refused', () => {
  const groups = new Set(document.tags.map(({ name }) => name));
  for (const { operation } of operations) {
    const { operationId, description, tags } = operation;
    expect({ operationId, description }).toEqual({
      operationId,
      description: expect.stringMatching(/^[A-Z].{10,}\.$/),
    });
    expect(tags.filter((tag) => !groups.has(tag))).toEqual([]);
    for (const status of ['400', '500', '503', '504']) expect(Object.keys(operation.responses)).toContain(status);
  }
});

test('a reply rules out no field that may come later; a request rules out every field that there is not', () => {
  const closed = (value: unknown) => JSON.stringify(value).includes('"additionalProperties":false');
  expect(closed(document.components.schemas)).toBe(false);
  for (const { operation } of operations) {
    expect(closed(operation.responses)).toBe(false);
    // What a payment gateway sends is its own.
    if (operation.requestBody && operation.operationId !== 'receiveGatewayWebhook')
      expect(closed(operation.requestBody)).toBe(true);
  }
});

describe('what belongs to a kind of route is there', () => {
  const has = (operation: Operation, name: string) =>
    (operation.parameters ?? []).some((parameter) => parameter.$ref === `#/components/parameters/${name}`);
  const statuses = (operation: Operation) => Object.keys(operation.responses);

  test('logins, limits and their refusals', () => {
    for (const { method, path, key, route } of routes) {
      const operation = document.paths[path]?.[method.toLowerCase()] as Operation;
      const facts = {
        open: operation.security?.length === 0,
        limited: statuses(operation).includes('429'),
        keyed: has(operation, 'IdempotencyKey'),
        reused: statuses(operation).includes('422'),
        guarded: has(operation, 'IfMatch'),
        stale: statuses(operation).includes('412'),
        waits: has(operation, 'Prefer'),
        rehearsed: has(operation, 'DryRun'),
      };
      const changes = method !== 'GET';
      expect({ key, ...facts }).toEqual({
        key,
        open: route.public === true,
        limited: !route.unlimited,
        keyed: changes,
        reused: changes,
        guarded: route.versioned === true,
        stale: route.versioned === true,
        waits: route.settled !== undefined,
        rehearsed: route.dryRun === true,
      });
    }
  });

  test('path parameters, each declared once', () => {
    for (const { path, operation } of operations) {
      const declared = (operation.parameters ?? []).flatMap(({ name, in: place }) => (place === 'path' ? [name] : []));
      expect(declared).toEqual([...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name));
    }
  });

  test('what a route says that it refuses', () => {
    for (const { operation } of operations) {
      const said = [...operation.description.matchAll(/\b(4\d\d)\b/g)].map(([, status]) => status);
      expect(statuses(operation)).toEqual(expect.arrayContaining(said));
    }
  });
});

test('errors are named by the codes that may come with their status', () => {
  const [launch, remove] = ['/compute/instances', '/compute/vpcs/{id}'].map((path) => document.paths[path]);
  const codes = (operation: Operation | undefined, status: string) =>
    operation?.responses[status]?.$ref?.replace('#/components/responses/', '').split('.').slice(1);
  expect(codes(launch?.post, '402')).toEqual(['insufficient_balance']);
  expect(codes(remove?.delete, '409')).toEqual([
    'idempotency_in_progress',
    'in_use',
    'operation_in_progress',
    'protected',
  ]);
  expect(codes(launch?.get, '400')).toEqual(['invalid_cursor', 'unknown_field', 'validation_failed']);
});
