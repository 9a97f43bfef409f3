import { createConfig, lintFromString } from '@redocly/openapi-core';
import { RE2JS } from 're2js';
import { expect, test } from 'vitest';
import { readRoutes, sourceOf } from '#lib/generate/routes.ts';

/* What the OpenAPI document says in words and examples. */

type Json = Record<string, unknown>;
interface Response {
  $ref?: string;
  description?: string;
  content?: Record<string, { example?: unknown; examples?: Json; schema: Json }>;
}
interface Operation {
  operationId: string;
  summary: string;
  description: string;
  parameters?: Json[];
  requestBody?: { content: Record<string, { example?: unknown; schema: Json }> };
  responses: Record<string, Response>;
}
interface Document {
  paths: Record<string, Record<string, Operation>>;
  tags: Json[];
  components: { responses: Record<string, Response>; parameters: Record<string, Json>; headers: Record<string, Json> };
}

const document: Document = JSON.parse(sourceOf('lib/generated/openapi.json'));
const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods));
const byName = new Map(operations.map((operation) => [operation.operationId, operation]));
const isSaid = (text: unknown) => typeof text === 'string' && text.length > 3;

/** Every object in the document with its place, examples apart. */
function objects(value: unknown, place = ''): [place: string, object: Json][] {
  if (typeof value !== 'object' || value === null) return [];
  const inner = Object.entries(value)
    .filter(([key]) => key !== 'example' && key !== 'examples' && key !== 'default')
    .flatMap(([key, each]) => objects(each, `${place}/${key}`));
  return Array.isArray(value) ? inner : [[place, value as Json], ...inner];
}

/** Every property of every schema, with its place. */
const properties = objects(document).flatMap(([place, { type, properties: own }]) =>
  type === 'object' && own
    ? Object.entries(own as Record<string, Json>).map(([name, schema]) => ({ place: `${place}/${name}`, schema }))
    : [],
);

test('every property is described', () => {
  expect(properties.length).toBeGreaterThan(1000);
  const silent = properties.filter(({ schema }) => !isSaid(schema.description));
  expect(silent.map(({ place }) => place)).toEqual([]);
});

test('every parameter is described, as is every header, response and tag', () => {
  const own = operations.flatMap(({ operationId, parameters = [] }) =>
    parameters.filter(({ $ref }) => !$ref).map((parameter) => ({ operationId, ...parameter }) as Json),
  );
  const shared = Object.values(document.components).flatMap((kind) => Object.values(kind)) as Json[];
  const named = [...own, ...shared.filter(({ schema, content }) => schema || content), ...document.tags];
  const direct = operations.flatMap(({ responses }) => Object.values(responses)).filter(({ $ref }) => !$ref);
  expect([...named, ...direct].filter(({ description }) => !isSaid(description))).toEqual([]);
});

test('every operation has a summary in plain words, which no other has', () => {
  const summaries = operations.map(({ summary }) => summary);
  expect(summaries.filter((summary) => !/^[A-Z][\w' -]+$/.test(summary))).toEqual([]);
  expect(summaries.filter((summary, at) => summaries.indexOf(summary) !== at)).toEqual([]);
});

test('every route has an example of its body and its reply, which its schemas take', async () => {
  for (const { key, route } of await readRoutes()) {
    const operation = byName.get(key) as Operation;
    const body = operation.requestBody?.content['application/json']?.example;
    if (route.body)
      expect([key, route.body.safeParse(body)]).toEqual([key, expect.objectContaining({ success: true })]);
    const reply = operation.responses[route.status ?? 200]?.content?.['application/json']?.example;
    expect([key, route.reply.safeParse(reply)]).toEqual([key, { success: true, data: reply }]);
  }
});

test('parameters have examples that the schemas take', async () => {
  for (const { key, route } of await readRoutes()) {
    const given = (place: string) =>
      Object.fromEntries(
        (byName.get(key)?.parameters ?? []).flatMap((parameter) =>
          parameter.in === place && parameter.example !== undefined && parameter.name !== 'tag.<key>'
            ? [[parameter.name, String(parameter.example)]]
            : [],
        ),
      );
    for (const [schema, place] of [
      [route.params, 'path'],
      [route.query, 'query'],
    ] as const) {
      if (schema && key !== 'getInstanceMetrics')
        expect([key, schema.safeParse(given(place))]).toEqual([key, expect.objectContaining({ success: true })]);
    }
  }
});

test('every refusal has an example for each of its codes', () => {
  for (const [name, { content }] of Object.entries(document.components.responses)) {
    expect(Object.keys(content?.['application/json']?.examples ?? {})).toEqual(name.split('.').slice(1));
  }
});

test('nothing refers to what readers do not have', () => {
  const text = JSON.stringify(document);
  expect(text.match(/contract|\bsection\b|docs\/|lib\/|[a-z-]+\.(ts|md)\b/gi)).toEqual(null);
});

test('the examples of a dry run are told apart by their media type', () => {
  const rehearsed = operations.filter(({ parameters = [] }) =>
    parameters.some(({ $ref }) => $ref === '#/components/parameters/DryRun'),
  );
  expect(rehearsed.length).toBeGreaterThan(5);
  for (const { responses } of rehearsed) {
    expect(responses[200]?.content?.['application/vnd.svc.dry-run+json']?.example).toMatchObject({ dry_run: true });
    const plain = Object.values(responses).flatMap(({ content }) => content?.['application/json'] ?? []);
    expect(JSON.stringify(plain)).not.toContain('DryRun');
  }
});

test('every pattern is one of HTML, of JSON Schema and of RE2', () => {
  const patterns = objects(document).flatMap(([, { pattern }]) => (typeof pattern === 'string' ? [pattern] : []));
  expect(new Set(patterns).size).toBeGreaterThan(15);
  for (const pattern of new Set(patterns)) {
    expect(() => new RegExp(pattern, 'v')).not.toThrow();
    expect(() => new RegExp(pattern, 'u')).not.toThrow();
    expect(() => RE2JS.compile(pattern)).not.toThrow();
  }
});

test.each(['^(?!a)', '(?<=a)b', '(a)\\1', '\\u0041'])('a pattern that RE2 does not have is found: %s', (pattern) => {
  expect(() => RE2JS.compile(pattern)).toThrow();
});

test("the document has no fault by redocly's recommended rules", async () => {
  const config = await createConfig({ extends: ['recommended'] });
  const source = JSON.stringify(document);
  const faults = await lintFromString({ source, absoluteRef: 'openapi.json', config });
  expect(faults.map(({ ruleId, message, location }) => ({ ruleId, message, at: location[0]?.pointer }))).toEqual([]);
});

test('every time is a date-time', () => {
  const times = properties.filter(({ place }) => /\/(\w+_at|\w+_until|at|expires_at|time)$/.test(place));
  const isTime = ({ format, const: only, anyOf }: Json): boolean =>
    format === 'date-time' || only !== undefined || (Array.isArray(anyOf) && anyOf.some(isTime));
  expect(times.length).toBeGreaterThan(100);
  expect(times.filter(({ schema }) => !isTime(schema)).map(({ place }) => place)).toEqual([]);
});
