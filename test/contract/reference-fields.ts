import { sourceOf } from '#lib/generate/routes.ts';

/** A field of a request that may name a resource. */
export interface Field {
  place: 'path' | 'query' | 'body';
  /** The names on the way to it; a list is stepped over with `[]`. */
  path: string[];
}

interface Schema {
  $ref?: string;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  properties?: Record<string, Schema>;
  items?: Schema;
}

interface Operation {
  operationId: string;
  parameters?: { $ref?: string; in: string; name: string }[];
  requestBody?: { content: Record<string, { schema: Schema }> };
}

interface Document {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema>; parameters?: Record<string, { in: string; name: string }> };
}

const document = JSON.parse(sourceOf('lib/generated/openapi.json')) as Document;
const last = (ref: string): string => ref.split('/').at(-1) ?? '';

/** Every field of a body, those within objects and lists included. */
function* fieldsIn(schema: Schema, path: string[] = []): Generator<string[]> {
  if (schema.$ref) return yield* fieldsIn(document.components.schemas[last(schema.$ref)] ?? {}, path);
  for (const one of [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])]) {
    yield* fieldsIn(one, path);
  }
  for (const [name, inner] of Object.entries(schema.properties ?? {})) yield* fieldsIn(inner, [...path, name]);
  if (schema.items) yield* fieldsIn(schema.items, [...path, '[]']);
  if (path.length > 0 && !schema.properties && !schema.items) yield path;
}

/** Names that may stand for a resource wherever they are; those of what is known by its name only there. */
const anywhere = /(^|_)(ids?|buckets?|usernames?|users?|groups?|policies|accounts?|key|prefix|source)$/;
const named = /^\/(auth\/iam\/groups|storage\/buckets)$/;

const mayName = (route: string, field: string): boolean =>
  anywhere.test(field) || (field === 'name' && named.test(route));

function fieldsOf(route: string, { parameters = [], requestBody }: Operation): Field[] {
  const known = parameters.map(
    ({ $ref, ...own }) => ($ref ? document.components.parameters?.[last($ref)] : own) ?? own,
  );
  const asked = known.flatMap(({ in: place, name }): Field[] =>
    place === 'path' || (place === 'query' && mayName(route, name)) ? [{ place, path: [name] }] : [],
  );
  const schema = requestBody?.content['application/json']?.schema ?? {};
  const sent = [...new Set([...fieldsIn(schema)].map((path) => path.join('.')))].map((path) => path.split('.'));
  const naming = sent.filter((path) => mayName(route, path.findLast((name) => name !== '[]') ?? ''));
  return [...asked, ...naming.map((path): Field => ({ place: 'body', path }))];
}

/**
 * The fields of every route that may name a resource: each parameter of its path, and fields of query and body by name.
 */
export const referenceFields = new Map(
  Object.entries(document.paths).flatMap(([route, methods]) =>
    Object.values(methods).map((operation) => [operation.operationId, fieldsOf(route, operation)] as const),
  ),
);

/** A field as tests name it. */
export const nameOf = ({ place, path }: Field): string => [place, ...path].join('.');

/**
 * Fields whose values name no resource of their own: parts of the path's resource, the catalog, and ids of other
 * systems.
 */
export const parts: Record<string, readonly string[]> = {
  'path.access_key_id': ['getBucketKey', 'updateBucketKey', 'deleteBucketKey', 'rotateBucketKey'],
  'path.id': ['updateAccessKey', 'deleteAccessKey', 'updateMember', 'removeMember', 'revokeInvite'],
  'path.rule_id': ['deleteFirewallRule'],
  'path.upload_id': ['getMultipartUpload', 'completeMultipartUpload', 'deleteMultipartUpload'],
  'body.instance_type_id': ['createAutoScalingGroup', 'updateAutoScalingGroup', 'launchInstance', 'resizeInstance'],
  'body.min_instance_type_id': ['putAutoscaleRule'],
  'body.max_instance_type_id': ['putAutoscaleRule'],
  'query.instance_type_id': ['listInstances'],
  // Rows of the path's resource, the caller, the team, the wallet and the catalog: no policy names one.
  'query.id': [
    'listAccessKeys',
    'listBucketKeys',
    'listFirewallRules',
    'listInvites',
    'listInvoices',
    'listMembers',
    'listTransactions',
    'listWebhookDeliveries',
    'listWebhooks',
  ],
  'query.event_id': ['listWebhookDeliveries'],
  'path.delivery_id': ['redeliverWebhook'],
  'body.rules.[].id': ['putBucketCors', 'putBucketLifecycle'],
  'body.gateway_payment_id': ['activateAutopay', 'verifyOrder'],
  'body.plan_id': ['createSubscription'],
  'body.public_key': ['importSshKey'],
  'body.version_id': ['createPresignedUrl'],
  // Lists are not filtered by what they show (contract 1.10), and a listing is asked for on the bucket (contract 4.10).
  'query.prefix': ['listBuckets', 'listObjects'],
};

/** A body with a value at a path of names, into whose lists it goes as the only item. */
export function withValue(body: object, path: readonly string[], value: string): object {
  const put = (target: unknown, [name, ...rest]: readonly string[]): unknown => {
    if (name === undefined) return value;
    if (name === '[]') return [put((target as unknown[] | undefined)?.[0], rest)];
    return { ...(target as object), [name]: put((target as Record<string, unknown> | undefined)?.[name], rest) };
  };
  return put(body, path) as object;
}
