import { nameOf, type Schema } from './types.ts';

interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required?: boolean;
  readonly description?: string;
  readonly example?: unknown;
  readonly schema: Schema;
}
interface Response {
  readonly headers?: Readonly<Record<string, { readonly schema?: Schema }>>;
  readonly content?: Readonly<Record<string, { readonly schema: Schema; readonly example?: unknown }>>;
}
type Referred<T> = T | { readonly $ref: string };
interface Documented {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description: string;
  readonly 'x-iam-action'?: string;
  readonly parameters?: readonly Referred<Parameter>[];
  readonly requestBody?: { readonly required?: boolean; readonly content: Response['content'] };
  readonly responses: Readonly<Record<string, Referred<Response>>>;
}

/** The OpenAPI document, as far as a client is made from it. */
export interface Document {
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Documented>>>>;
  readonly components: {
    readonly parameters: Readonly<Record<string, Parameter>>;
    readonly responses: Readonly<Record<string, Response>>;
    readonly schemas: Readonly<Record<string, Schema>>;
  };
}

/** One operation as a client calls it. */
export interface ClientOperation {
  readonly name: string;
  readonly tag: string;
  readonly summary: string;
  readonly description: string;
  readonly action: string | undefined;
  readonly method: string;
  readonly path: string;
  readonly pathParameters: readonly Parameter[];
  readonly query: readonly Parameter[];
  readonly body: { readonly schema: Schema; readonly required: boolean; readonly example?: unknown } | undefined;
  /** The headers and flags that it takes, by the names of their components. */
  readonly takes: ReadonlySet<string>;
  readonly reply: Schema;
  /** The field of a list's reply that has its items, and the schema of these. */
  readonly items: { readonly field: string; readonly schema: Schema } | undefined;
  /** Its refusals, each with the codes: `404 not_found`. */
  readonly refusals: readonly string[];
}

const json = 'application/json';

/** The operations of the document, in the order of their names. */
export function operationsOf(document: Document): ClientOperation[] {
  const found = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, documented]) =>
      operationOf(document, method.toUpperCase(), path, documented),
    ),
  );
  return found.sort((a, b) => (a.name < b.name ? -1 : 1));
}

function operationOf(document: Document, method: string, path: string, documented: Documented): ClientOperation {
  const parameters = (documented.parameters ?? []).map((parameter) => found(parameter, document.components.parameters));
  const shared = (documented.parameters ?? []).flatMap((parameter) =>
    '$ref' in parameter ? [nameOf(parameter.$ref)] : [],
  );
  const own = parameters.filter((_parameter, i) => !('$ref' in (documented.parameters?.[i] ?? {})));
  const media = documented.requestBody?.content?.[json];
  const reply = replyOf(document, documented);
  return {
    name: documented.operationId,
    tag: documented.tags[0] ?? '',
    summary: documented.summary,
    description: documented.description,
    action: documented['x-iam-action'],
    method,
    path,
    pathParameters: own.filter((parameter) => parameter.in === 'path'),
    query: own.filter((parameter) => parameter.in === 'query'),
    body: media?.schema && {
      schema: media.schema,
      required: documented.requestBody?.required === true,
      example: media.example,
    },
    takes: new Set(shared),
    reply,
    items: itemsOf(own, found(reply as Referred<Schema>, document.components.schemas)),
    refusals: refusalsOf(document, documented),
  };
}

const found = <T extends object>(value: Referred<T>, components: Readonly<Record<string, T>>): T =>
  '$ref' in value ? (components[nameOf(value.$ref)] as T) : value;

/** What it answers when it is done; a dry run's reply has a media type of its own. */
function replyOf({ components }: Document, { operationId, responses }: Documented): Schema {
  const done = Object.entries(responses).filter(([status]) => Number(status) < 300);
  const schemas = done.flatMap(([, response]): Schema[] => {
    const { schema } = found(response, components.responses).content?.[json] ?? {};
    return schema ? [schema] : [];
  });
  const [reply] = schemas;
  if (!reply || schemas.length > 1) throw new Error(`${operationId} has ${schemas.length} replies, and not one`);
  return reply;
}

/** A list is what takes `cursor` and answers `next_cursor`; its items are its first array. */
function itemsOf(parameters: readonly Parameter[], reply: Schema): ClientOperation['items'] {
  const properties = (reply.properties ?? {}) as Record<string, Schema>;
  if (!parameters.some(({ name }) => name === 'cursor') || !properties.next_cursor) return undefined;
  const [field, array] = Object.entries(properties).find(([, { type }]) => type === 'array') ?? [];
  return field && array ? { field, schema: array.items as Schema } : undefined;
}

function refusalsOf({ components }: Document, { responses }: Documented): string[] {
  return Object.entries(responses).flatMap(([status, response]) => {
    const { schema } = found(response, components.responses).headers?.['X-Error-Code'] ?? {};
    return Array.isArray(schema?.enum) ? [`${status} ${schema.enum.join(', ')}`] : [];
  });
}

/** The refusals of an operation that others do not have, with their statuses: `404 not_found; 409 wrong_state`. */
export function ownRefusals({ refusals }: ClientOperation): string {
  const own = refusals.flatMap((refusal) => {
    const codes = refusal
      .slice(4)
      .split(', ')
      .filter((code) => !everywhere.has(code));
    return codes.length > 0 ? [`${refusal.slice(0, 3)} ${codes.join(', ')}`] : [];
  });
  return own.join('; ');
}

/** What nearly every operation may be refused with. */
const everywhere = new Set([
  ...['access_denied', 'account_blocked', 'cross_origin', 'dependency_unavailable', 'idempotency_in_progress'],
  ...['idempotency_key_reused', 'internal', 'invalid_cursor', 'invalid_json', 'invalid_signature', 'invalid_token'],
  ...['key_inactive', 'missing_credentials', 'operation_in_progress', 'payload_too_large', 'precondition_failed'],
  ...['rate_limited', 'signature_expired', 'timeout', 'token_expired', 'unknown_field', 'unsupported_media_type'],
  'validation_failed',
]);

/** Every code that a refusal of the document has. */
export function errorCodes(operations: readonly ClientOperation[]): string[] {
  const codes = operations.flatMap(({ refusals }) => refusals.flatMap((refusal) => refusal.slice(4).split(', ')));
  return [...new Set(codes)].sort();
}
