import * as z from 'zod';
import type { Operation } from './deployed-route.ts';
import { exampleOf } from './examples.ts';
import type { JsonSchema, Schemas } from './schemas.ts';

/** Parameters that all routes of a kind share. */
export const sharedParameters = {
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    description: 'A repetition within 24 hours gets the first reply, and has no second effect.',
    schema: { type: 'string', minLength: 1, maxLength: 257 },
    example: '5f0c6e0a-7c3d-4f0e-9a55-0e2f6f1f7a11',
  },
  IfMatch: {
    name: 'If-Match',
    in: 'header',
    description: 'The ETag that the resource must still have; otherwise 412.',
    schema: { type: 'string' },
    example: '"v3"',
  },
  Prefer: {
    name: 'Prefer',
    in: 'header',
    description: '`wait=N` holds the reply until the work is done, for at most 25 seconds.',
    schema: { type: 'string' },
    example: 'wait=20',
  },
  DryRun: {
    name: 'dry_run',
    in: 'query',
    description:
      'Checks everything and changes nothing; the reply then says what would be done. Its type is ' +
      '`application/vnd.svc.dry-run+json` if Accept asks for that, otherwise `application/json`.',
    schema: { type: 'string', enum: ['true', 'false'] },
    example: 'true',
  },
} as const;

/** All parameters that a request of this route may have besides its body. */
export function parametersOf({ method, path, route }: Operation, schemas: Schemas): object[] {
  const shared = (name: keyof typeof sharedParameters) => ({ $ref: `#/components/parameters/${name}` });
  const changes = method !== 'GET';
  return [
    ...pathParameters(path, schemas, route.params),
    ...queryParameters(schemas, route.query),
    ...(route.dryRun ? [shared('DryRun')] : []),
    ...(changes ? [shared('IdempotencyKey')] : []),
    ...(route.versioned ? [shared('IfMatch')] : []),
    ...(route.settled ? [shared('Prefer')] : []),
  ];
}

const none = z.strictObject({});

const propertiesOf = (schema: JsonSchema) => (schema.properties ?? {}) as Record<string, JsonSchema>;

function pathParameters(path: string, schemas: Schemas, params: z.ZodType = none): object[] {
  const fields = fieldsOf(schemas, params);
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    ...(fields.get(name) ?? { schema: { type: 'string' } }),
  }));
}

function queryParameters(schemas: Schemas, query: z.ZodType = none): object[] {
  const { required = [], additionalProperties } = schemas.input(query);
  const own = [...fieldsOf(schemas, query)].map(([name, field]) => ({
    name,
    in: 'query',
    ...((required as string[]).includes(name) && { required: true }),
    ...field,
  }));
  const tagged = typeof additionalProperties === 'object' && Object.keys(additionalProperties ?? {}).length > 0;
  return tagged ? [...own, tagFilter(additionalProperties)] : own;
}

interface Field {
  description: unknown;
  schema: JsonSchema;
  example?: unknown;
}

/** The fields of a schema as parameters, with each field's description and example. */
function fieldsOf(schemas: Schemas, schema: z.ZodType): Map<string, Field> {
  const examples = exampleOf(schema, 'input') as Record<string, unknown>;
  const fields = Object.entries(propertiesOf(schemas.input(schema)));
  return new Map(
    fields.map(([name, { description, ...rest }]) => [
      name,
      { description, schema: rest, ...(examples[name] !== undefined && { example: examples[name] }) },
    ]),
  );
}

/** The parameter is an object whose entries are parameters themselves, so its own name is not sent. */
const tagFilter = (value: unknown) => ({
  name: 'tag.<key>',
  in: 'query',
  description:
    'Only resources with this tag, written `tag.role=db`; alternatives are comma-separated, as in `tag.role=db,web`. Several ' +
    'such parameters must all hold.',
  style: 'form',
  explode: true,
  schema: {
    type: 'object',
    propertyNames: { pattern: '^tag\\.[A-Za-z0-9._:\\/\\-]{1,63}$' },
    additionalProperties: value,
  },
  example: { 'tag.env': 'production' },
});
