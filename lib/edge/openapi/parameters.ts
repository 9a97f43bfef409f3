import type { Operation } from './deployed-route.ts';
import type { JsonSchema, Schemas } from './schemas.ts';

/** Parameters that all routes of a kind share. */
export const sharedParameters = {
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    description: 'Answers a repetition within 24 hours with the first reply, and without a second effect.',
    schema: { type: 'string', minLength: 1, maxLength: 257 },
  },
  IfMatch: {
    name: 'If-Match',
    in: 'header',
    description: 'The ETag that the resource must still have; otherwise 412.',
    schema: { type: 'string' },
  },
  Prefer: {
    name: 'Prefer',
    in: 'header',
    description: '`wait=N` holds the reply back until the work is done, at most 25 seconds.',
    schema: { type: 'string', examples: ['wait=20'] },
  },
  DryRun: {
    name: 'dry_run',
    in: 'query',
    description: 'Checks everything and changes nothing.',
    schema: { type: 'string', enum: ['true', 'false'] },
  },
} as const;

/** All parameters that a request of this route may have besides its body. */
export function parametersOf({ method, path, route }: Operation, schemas: Schemas): object[] {
  const shared = (name: keyof typeof sharedParameters) => ({ $ref: `#/components/parameters/${name}` });
  const changes = method !== 'GET';
  return [
    ...pathParameters(path, route.params ? schemas.input(route.params) : {}),
    ...queryParameters(route.query ? schemas.input(route.query) : {}),
    ...(route.dryRun ? [shared('DryRun')] : []),
    ...(changes ? [shared('IdempotencyKey')] : []),
    ...(changes && path.includes('{') ? [shared('IfMatch')] : []),
    ...(route.settled ? [shared('Prefer')] : []),
  ];
}

const propertiesOf = (schema: JsonSchema) => (schema.properties ?? {}) as Record<string, JsonSchema>;

function pathParameters(path: string, schema: JsonSchema): object[] {
  const properties = propertiesOf(schema);
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    schema: properties[name] ?? { type: 'string' },
  }));
}

const paging: Record<string, string> = {
  limit: 'How many at most.',
  cursor: '`next_cursor` of the page before, with the same filters and order.',
  sort: 'The order; newest first by default.',
};

function queryParameters(schema: JsonSchema): object[] {
  const required = (schema.required ?? []) as string[];
  const properties = propertiesOf(schema);
  const own = Object.entries(properties).map(([name, property]) => ({
    name,
    in: 'query',
    ...('cursor' in properties && { description: paging[name] ?? 'Exactly this; alternatives between commas.' }),
    ...(required.includes(name) && { required: true }),
    schema: property,
  }));
  return typeof schema.additionalProperties === 'object' ? [...own, tagFilter(schema.additionalProperties)] : own;
}

/** The parameter is an object whose entries are parameters themselves, so its own name is not sent. */
const tagFilter = (value: unknown) => ({
  name: 'tag.<key>',
  in: 'query',
  description:
    'Only resources with this tag, written `tag.role=db`; alternatives between commas, as in `tag.role=db,web`. Several ' +
    'such parameters must all hold.',
  style: 'form',
  explode: true,
  schema: { type: 'object', propertyNames: { pattern: '^tag\\.[A-Za-z0-9._:/-]{1,63}$' }, additionalProperties: value },
});
